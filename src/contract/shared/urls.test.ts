import { expect, it } from 'vitest';
import { withScheme, zProofUrl } from './urls.ts';

const HOST = 'Proof URL must have a valid host name and, if any, a port up to 65535';
const DELIMITERS = 'Proof URL must not contain ", <, > or \\';
const CHARACTER = 'Proof URL contains a character that is not allowed';
const SPACES = 'Proof URL must not contain spaces';

const issuesOf = (text: string) => zProofUrl.safeParse(text).error?.issues.map(({ message }) => message);

it.each([
  ['https://forum.example/thread/1?page=2#post-3', 'https://forum.example/thread/1?page=2#post-3'],
  [' http://localhost:8080/ ', 'http://localhost:8080/'],
  ['HTTPS://Forum.Example/A', 'https://Forum.Example/A'],
  ['https://[::1]/', 'https://[::1]/'],
  ['https://m\u00fcnchen.example/\u00fc', 'https://m\u00fcnchen.example/\u00fc'],
  ['https://forum.example/a|b^c?d={e}#`', 'https://forum.example/a%7Cb%5Ec?d=%7Be%7D#%60'],
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
])('refuses %j', (text) => {
  expect(issuesOf(text)).toEqual(['Proof URL must be a web address that starts with http:// or https://']);
});

it.each([
  ['https://', HOST],
  ['https:///x', HOST],
  ['https://?x', HOST],
  ['https://.', HOST],
  ['https://-./x', HOST],
  ['https://user@/', HOST],
  ['https://x.example:99999/', HOST],
  ['https://x|y.example/', HOST],
  ['https://x.example/"onclick="x', DELIMITERS],
  ['https://x.example/<script>', DELIMITERS],
  ['https://x.example/a\\b', DELIMITERS],
  ['https://x.example/\u202ecod.exe', CHARACTER],
  ['https://x.example/\ud800', CHARACTER],
  ['https://x.example/\ufffd', CHARACTER],
  ['https://a b.example', SPACES],
  ['https://x.example/a b', SPACES],
  ['HTTP://x.example/a\nb', SPACES],
])('says what is wrong with %j', (text, issue) => {
  expect(issuesOf(text)).toEqual([issue]);
});

it('counts the characters of an escaped address', () => {
  expect(issuesOf(`https://x.example/${'|'.repeat(1_000)}`)).toEqual([
    'Proof URL can be at most 2048 characters long',
  ]);
});

it.each([
  'https://user@forum.example/thread/1',
  'https://user:pass@forum.example/',
  'https://:pass@forum.example/',
  'https://forum.example@evil.example/thread/1',
  'https://forum.example%2fthread@evil.example',
])('refuses the user name in %s', (text) => {
  expect(issuesOf(text)).toEqual([
    'Proof URL must not contain a user name or password: remove the part before the @',
  ]);
});

it.each(['https://forum.example/@user', 'https://forum.example/?to=a@b', 'https://forum.example/#a:b@c'])(
  'takes the @ in %s',
  (text) => expect(zProofUrl.parse(text)).toBe(text),
);

it.each([
  ['forums.example.com/t/77', 'https://forums.example.com/t/77'],
  [' www.münchen.example:8080/ ', 'https://www.münchen.example:8080/'],
])('completes %j, which was copied without its scheme', (text, link) => {
  expect(withScheme(text)).toBe(link);
});

it.each([
  '',
  'https://forum.example/t/1',
  'forum.example',
  'forum.example:80',
  '12/03',
  '1.5/2',
  '//x.example/t/1',
  'ash@forum.example/t/1',
  'javascript:alert(1)/x',
  'see forum.example/t/1',
  'forum.example/t/1 thanks',
])('leaves %j as it is', (text) => {
  expect(withScheme(text)).toBe(text);
});
