import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Unbroken } from './unbroken.tsx';

it.each([
  ['22 sales on 1 Nov 2026, 7,390 to 207,000 PD', ['7,390 to 207,000 PD']],
  ['1 Nov 2026: 400,000 PD, Calm, 6 × 31, shiny', ['6 × 31']],
  ['No sale', []],
])('keeps the figures of %j together', (text, figures) => {
  const { container } = render(<Unbroken text={text} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('.inline-block')].map((part) => part.textContent)).toEqual(figures);
});
