import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PriceField } from './price-field.tsx';

function Price({ error }: { error?: string }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <PriceField label="Price" value={value} onValueChange={setValue} error={error} />
      <button type="button" onClick={() => setValue(700_000)}>
        Set
      </button>
      <button type="button" onClick={() => setValue(null)}>
        Clear
      </button>
    </>
  );
}

it('explains a fraction without a unit once it is left, until it changes', async () => {
  const problem = () => screen.queryByText('A price is a whole number, such as 1,500,000 or 1.5m');
  render(<Price />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  await userEvent.type(field, '1.5');
  expect(problem()).toBeNull();
  await userEvent.tab();
  expect(problem()?.id).toBe(field.getAttribute('aria-describedby'));
  await userEvent.type(field, 'm');
  expect(field.value).toBe('1,500,000');
  expect(problem()).toBeNull();
});

it('keeps a price that is too high, and says what is the highest one', async () => {
  const problem = () => screen.queryByText('Price can be at most 999,999,999,999');
  render(<Price />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  await userEvent.type(field, '1234567890123');
  expect(field.value).toBe('123,456,789,0123');
  expect(problem()?.id).toBe(field.getAttribute('aria-describedby'));
  await userEvent.tab();
  expect(field.value).toBe('123,456,789,0123');
  await userEvent.type(field, '{Backspace}');
  expect(field.value).toBe('123,456,789,012');
  expect(problem()).toBeNull();
});

it('explains its text rather than that a price is missing', async () => {
  render(<Price error="Price is required" />);
  await userEvent.type(screen.getByLabelText('Price'), '1.5');
  screen.getByText('A price is a whole number, such as 1,500,000 or 1.5m');
  expect(screen.queryByText('Price is required')).toBeNull();
});

it('drops a text that is not a price once there is a price', async () => {
  render(<Price />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  await userEvent.type(field, '1.5');
  await userEvent.click(screen.getByText('Set'));
  expect(field.value).toBe('700,000');
  await userEvent.click(screen.getByText('Clear'));
  expect(field.value).toBe('');
  expect(screen.queryByText(/^A price is/)).toBeNull();
});
