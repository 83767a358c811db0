import { expect, it } from 'vitest';
import { directImageLink, imageHostError } from './image-links.ts';

it.each([
  ['https://imgur.com/abc', 'https://i.imgur.com/abc.jpg'],
  ['http://imgur.com/abc', 'https://i.imgur.com/abc.jpg'],
  ['imgur.com/abc', 'https://i.imgur.com/abc.jpg'],
  [' https://www.imgur.com/AbC ', 'https://i.imgur.com/AbC.jpg'],
  ['https://m.imgur.com/abc', 'https://i.imgur.com/abc.jpg'],
  ['https://IMGUR.com/abc', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/gallery/abc', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/a/abc', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/a/abc/', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/t/pokemon/abc', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/abc?x=1&y=2', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/abc#top', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/abc.png', 'https://i.imgur.com/abc.png'],
  ['https://i.imgur.com/abc', 'https://i.imgur.com/abc.jpg'],
  ['https://i.imgur.com/abc.png', 'https://i.imgur.com/abc.png'],
  ['http://i.imgur.com/abc.JPG?1', 'https://i.imgur.com/abc.JPG?1'],
  ['https://i.imgur.com/abc.gifv', 'https://i.imgur.com/abc.jpg'],
  ['https://imgur.com/a/xyz.MP4', 'https://i.imgur.com/xyz.jpg'],
  ['https://imgur.com/', 'https://imgur.com/'],
  ['https://oak:elm@i.imgur.com/abc.png', 'https://i.imgur.com/abc.png'],
  ['https://notimgur.com/abc', 'https://notimgur.com/abc'],
  ['https://imgur.com.evil.example/abc', 'https://imgur.com.evil.example/abc'],
  ['http://play.pokemonshowdown.com/sprites/a.gif', 'https://play.pokemonshowdown.com/sprites/a.gif'],
])('converts %s to %s', (link, direct) => {
  expect(directImageLink(link)).toBe(direct);
  expect(directImageLink(direct)).toBe(direct);
});

it.each(['', 'ftp://imgur.com/abc', 'javascript:alert(1)', 'https://', 'two words'])(
  'has no direct link for %j',
  (link) => expect(directImageLink(link)).toBeNull(),
);

const HOSTS = ['i.imgur.com', 'sprites.example:8443'];

it.each([
  ['https://i.imgur.com/abc.jpg', true],
  ['https://sprites.example:8443/a.png', true],
  ['https://sprites.example/a.png', false],
  ['https://i.imgur.com.evil.example/abc.jpg', false],
  ['https://evil.example/i.imgur.com', false],
])('the host of %s is allowed: %s', (link, allowed) => {
  const error = 'Images must be hosted at i.imgur.com or sprites.example:8443';
  expect(imageHostError(link, HOSTS)).toBe(allowed ? null : error);
});
