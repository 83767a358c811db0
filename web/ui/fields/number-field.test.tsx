import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { NumberField } from './number-field.tsx';

function Level() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <NumberField label="Level" min={1} max={100} value={value} onValueChange={setValue} />
      <p>{JSON.stringify(value)}</p>
      <button type="button" onClick={() => setValue(50)}>
        Set
      </button>
      <button type="button" onClick={() => setValue(null)}>
        Clear
      </button>
    </>
  );
}

it.each(['-', '.', '-5', '5-', '1.5', 'ten', '0', '101'])(
  'keeps %j, no whole number from 1 to 100, and says so',
  async (text) => {
    render(<Level />);
    const field = screen.getByLabelText<HTMLInputElement>('Level');
    await userEvent.type(field, text);
    await userEvent.tab();
    expect(field.value).toBe(text);
    expect(screen.getByText('Enter a whole number from 1 to 100').id).toBe(
      field.getAttribute('aria-describedby'),
    );
    screen.getByText('null');
    await userEvent.clear(field);
    await userEvent.type(field, '7');
    expect(screen.queryByText('Enter a whole number from 1 to 100')).toBeNull();
    screen.getByText('7');
  },
);

it('drops such a text once there is a number', async () => {
  render(<Level />);
  const field = screen.getByLabelText<HTMLInputElement>('Level');
  await userEvent.type(field, 'ten');
  await userEvent.click(screen.getByText('Set'));
  await userEvent.click(screen.getByText('Clear'));
  expect(field.value).toBe('');
  expect(screen.queryByText('Enter a whole number from 1 to 100')).toBeNull();
});

it('takes a pasted number with spaces around it', async () => {
  render(<Level />);
  const field = screen.getByLabelText<HTMLInputElement>('Level');
  await userEvent.click(field);
  await userEvent.paste(' 42 ');
  expect(field.value).toBe('42');
});

it('reads digits of other scripts, once an input method has composed them', async () => {
  render(<Level />);
  const field = screen.getByLabelText<HTMLInputElement>('Level');
  await userEvent.type(field, '٤٢');
  expect(field.value).toBe('42');
  await userEvent.clear(field);
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: '１２' }, isComposing: true });
  expect(field.value).toBe('１２');
  fireEvent.compositionEnd(field);
  expect(field.value).toBe('12');
  screen.getByText('12');
});
