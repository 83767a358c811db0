import { expect, it } from 'vitest';
import { shareText } from './shares.ts';

it.each([
  [0, '0%', '0%'],
  [2 / 4_677, 'under 1%', 'under 0.1%'],
  [0.001, 'under 1%', '0.1%'],
  [0.0249, '2%', '2.5%'],
  [0.57, '57%', '57%'],
  [0.999, 'over 99%', '99.9%'],
  [0.9996, 'over 99%', 'over 99.9%'],
  [1, '100%', '100%'],
])('%d is %s, or with a decimal %s', (share, whole, exact) => {
  expect([shareText(share), shareText(share, 1)]).toEqual([whole, exact]);
});
