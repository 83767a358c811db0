import { expect, it } from 'vitest';
import { nextPath, withNext } from './next-path.ts';

it.each([
  ['?next=%2Fsubmit-data', '/submit-data'],
  ['next=/review-submissions%3Ftab%3Dall%26page%3D2', '/review-submissions?tab=all&page=2'],
  ['?next=/', '/'],
])('%s leads to %s', (search, path) => {
  expect(nextPath(search)).toBe(path);
});

it.each([
  '',
  '?next=',
  '?next=submit-data',
  '?next=//evil.test',
  '?next=/%5Cevil.test',
  '?next=/a%5Cb',
  '?next=https://evil.test',
  '?next=javascript:alert(1)',
  '?next=/%09/evil.test',
  '?next=%20/submit-data',
])('%s leads nowhere', (search) => {
  expect(nextPath(search)).toBeNull();
});

it('comes back as it was given', () => {
  const place = '/?tab=pokemon&q=a%20b&min_price=5';
  expect(nextPath(withNext('/login', place).replace('/login', ''))).toBe(place);
});

it('leaves the start page out', () => {
  expect(withNext('/login', '/')).toBe('/login');
});
