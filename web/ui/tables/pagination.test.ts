import { expect, it } from 'vitest';
import { pageWindow } from './pagination.tsx';

it.each([
  [1, 0, [1].slice(1)],
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [6, 20, [1, null, 5, 6, 7, null, 20]],
  [3, 20, [1, 2, 3, 4, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [20, 20, [1, null, 19, 20]],
])('page %i of %i offers %j', (page, total, offered) => {
  expect(pageWindow(page, total)).toEqual(offered);
});
