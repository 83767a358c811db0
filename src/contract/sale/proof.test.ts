import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../shared/limits.ts';
import { isHttpUrl } from '../shared/urls.ts';
import { proofOf } from './proof.ts';

/** Canonical threads, each with URLs that lead to it. */
const THREADS: Record<string, string[]> = {
  'forums.example/topic/12345': [
    'https://forums.example/topic/12345-shiny-ditto-auction/',
    'http://www.forums.example/topic/12345-another-title',
    'https://FORUMS.example/index.php?/topic/12345-shiny-ditto-auction/',
    'https://forums.example/index.php?/topic/12345-shiny-ditto-auction/&do=findComment&comment=99',
    'https://forums.example/index.php?/topic/12345-shiny-ditto-auction/page/2/#comment-99',
    'https://forums.example/?/topic/12345-x/',
    'https://forums.example/index.php/topic/12345-x/page-3',
    'https://forums.example/topic/12345-x/page/2/?tab=comments#comment-9',
    'https://forums.example/topic/12345-x/page__st__20',
    'https://forums.example/index.php?showtopic=12345&st=20',
    'https://m.forums.example:443/topic/012345/',
  ],
  'forums.example/community/topic/7': ['https://forums.example/community/topic/7-a/?do=getNewComment'],
  'x.example/threads/12345': [
    'https://x.example/threads/some.title.12345/page-3#post-9',
    'https://x.example/threads/12345/',
    'https://x.example/threads/title.12345/post-99',
    'https://x.example/threads/title.12345/latest',
    'https://x.example/index.php?threads/title.12345/',
    'https://x.example/threads/12345-vbulletin-title/page2',
    'https://x.example/threads/12345-vbulletin-title?p=9&viewfull=1#post9',
    'https://x.example//threads//t%C3%AFtle.12345?utm_source=mail&fbclid=abc',
  ],
  'v.example/showthread.php/55': [
    'http://v.example/showthread.php?t=55&page=2',
    'http://v.example/showthread.php?s=0f0f&t=55',
    'http://v.example/showthread.php?55-title/page4',
    'http://v.example/showthread.php/55-title',
    'http://v.example/showthread.php?tid=55&pid=9#pid9',
  ],
  'p.example/forum/viewtopic.php?t=2': [
    'http://p.example/forum/viewtopic.php?f=1&t=2&start=20',
    'http://p.example/forum/viewtopic.php?t=2&sid=abcdef#p99',
  ],
  'p.example/forum/viewtopic.php?p=99': ['http://p.example/forum/viewtopic.php?p=99#p99'],
  's.example/index.php?topic=123': [
    'http://s.example/index.php?topic=123.40',
    'http://s.example/index.php?topic=123.msg456#msg456',
  ],
  'd.example/t/123': [
    'https://d.example/t/some-title/123/4',
    'https://d.example/t/some-title/123',
    'https://d.example/t/123/4?u=ash',
    'https://d.example/t/123',
  ],
  'reddit.com/comments/1abc2d': [
    'https://www.reddit.com/r/market/comments/1abc2d/some_title/',
    'https://old.reddit.com/r/market/comments/1abc2d/some_title/k9x/?context=3',
    'https://reddit.com/comments/1ABC2D',
    'https://redd.it/1abc2d',
  ],
  'i.example/a/B.png': ['https://i.example/a/B.png', 'https://i.example/a/B.png/?ref=x&page=#top'],
  'i.example/a/b.png': ['https://i.example/a/b.png'],
  'shop.example/sales?a=2&b=1': [
    'https://shop.example/sales?b=1&a=2',
    'https://shop.example/sales/page/3?a=2&utm_campaign=x&b=1&page=4',
  ],
  'shop.example/%C3%': ['https://shop.example/%C3%'],
  'shop.example/caf%20é': ['https://shop.example/caf%20%C3%A9', 'https://shop.example/caf%20é'],
  'shop.example/a%2Fb%00': ['https://shop.example/a%2fb%00'],
  'shop.example:8080': ['http://user:secret@shop.example:8080/'],
  'm.de': ['https://m.de', 'https://www.m.de./'],
  '[::1]/x': ['http://[::1]/x'],
};

const cases = Object.entries(THREADS).flatMap(([thread, urls]) => urls.map((url) => [url, thread] as const));

describe('a proof', () => {
  it.each(cases)('%s has the thread %s', (url, thread) => {
    expect(isHttpUrl(url)).toBe(true);
    expect(proofOf(url).thread).toBe(thread);
  });

  it('has a host without www, m and default port', () => {
    const host = (url: string) => proofOf(url).host;
    expect(host('https://www.Forum.example/x')).toBe('forum.example');
    expect(host('https://m.forum.example:8443/x')).toBe('forum.example:8443');
    expect(host('https://old.reddit.com/r/a/comments/1/b')).toBe('old.reddit.com');
  });

  it('differs for different threads', () => {
    for (const [one, other] of [
      ['https://x.example/threads/a.1', 'https://x.example/threads/a.2'],
      ['https://x.example/topic/1-a', 'https://y.example/topic/1-a'],
      ['https://x.example/a?id=1', 'https://x.example/a?id=2'],
      ['https://x.example/t/one/1', 'https://x.example/t/one/2'],
      ['https://x.example/threads/2024/one', 'https://x.example/threads/2024/two'],
    ] as const)
      expect(proofOf(one).thread).not.toBe(proofOf(other).thread);
  });

  it('is valid and can be stored for every URL that can be submitted', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 });
    const url = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] }),
      text.map((rest) => `https://forum.example/${rest}`),
      fc
        .constantFrom('é', '%41', '%00', '/topic/', 'threads.', '=&')
        .map((part) => `http://a.example/${part.repeat(300)}`),
    );
    fc.assert(
      fc.property(url, (candidate) => {
        fc.pre(isHttpUrl(candidate));
        const { host, thread } = proofOf(candidate);
        expect(host).not.toBe('');
        expect(thread.length).toBeLessThanOrEqual(LIMITS.proofUrl.max);
        expect(thread).not.toMatch(/[\p{Cc}#]|\/$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('is not cut within a character', () => {
    const path = 'x'.repeat(LIMITS.proofUrl.max - 'a.example/'.length - 1);
    expect(proofOf(`https://a.example/${path}😀`).thread).toBe(`a.example/${path}\ufffd`);
  });
});
