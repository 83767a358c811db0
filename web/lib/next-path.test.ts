import { expect, it } from 'vitest';
import { nextPath, withNext } from './next-path.ts';

it.each([
  ['?next=%2Fsubmit-data', '/submit-data'],
  ['next=/review-submissions%3Ftab%3Dall%26page%3D2', '/review-submissions?tab=all&page=2'],
  ['?next=/', '/'],
])('reads %s as %s', (search, path) => {
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
  '?next=/login%3Fnext%3D/login',
  '?next=/Register',
])('rejects %j', (search) => {
  expect(nextPath(search)).toBeNull();
});

it('round-trips a path', () => {
  const place = '/?tab=pokemon&q=a%20b&min_price=5';
  expect(nextPath(withNext('/login', place).replace('/login', ''))).toBe(place);
});

it('omits the start page', () => {
  expect(withNext('/login', '/')).toBe('/login');
});
