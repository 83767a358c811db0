import { expect, it } from 'vitest';
import { zProofUrl } from './urls.ts';

it.each([
  ['https://forum.example/thread/1?page=2#post-3', 'https://forum.example/thread/1?page=2#post-3'],
  [' http://localhost:8080/ ', 'http://localhost:8080/'],
  ['HTTPS://Forum.Example/A', 'https://Forum.Example/A'],
  ['https://[::1]/', 'https://[::1]/'],
  ['https://m\u00fcnchen.example/\u00fc', 'https://m\u00fcnchen.example/\u00fc'],
  ['  ', null],
])('takes %s', (text, url) => {
  expect(zProofUrl.parse(text)).toBe(url);
});

it.each([
  'javascript:alert(1)',
  'jAvAsCrIpT://x.example/%0aalert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://x.example',
  '//x.example',
  'x.example',
  'https:x.example',
  'https:/x.example',
  'https://',
  'https:///x',
  'https://?x',
  'https://.',
  'https://-./x',
  'https://user@/',
  'https://x.example:99999/',
  'https://x.example/"onclick="x',
  'https://x.example/<script>',
  'https://x.example/\u202ecod.exe',
  'https://x.example/\ud800',
  'https://x.example/\ufffd',
])('refuses %j', (text) => {
  expect(zProofUrl.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    'Proof URL must be a web address that starts with http:// or https://',
  ]);
});

it.each(['https://a b.example', 'https://x.example/a b', 'HTTP://x.example/a\nb'])(
  'refuses the space in %j',
  (text) => {
    expect(zProofUrl.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Proof URL must not contain spaces',
    ]);
  },
);

it.each([
  'https://user@forum.example/thread/1',
  'https://user:pass@forum.example/',
  'https://:pass@forum.example/',
  'https://forum.example@evil.example/thread/1',
  'https://forum.example%2fthread@evil.example',
])('refuses the user name in %s', (text) => {
  expect(zProofUrl.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    'Proof URL must not contain a user name or password: remove the part before the @',
  ]);
});

it.each(['https://forum.example/@user', 'https://forum.example/?to=a@b', 'https://forum.example/#a:b@c'])(
  'takes the @ in %s',
  (text) => expect(zProofUrl.parse(text)).toBe(text),
);
