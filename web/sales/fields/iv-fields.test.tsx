import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { STATS } from '../../../src/contract/sale/ivs.ts';
import { recordOf } from '../../../src/contract/shared/record.ts';
import { IvFields } from './iv-fields.tsx';

const NONE = recordOf(
  STATS,
  (stat) => stat,
  (): number | null => null,
);

function Form() {
  const [ivs, setIvs] = useState(NONE);
  return <IvFields value={ivs} onValueChange={setIvs} />;
}

const fields = () => screen.getAllByRole<HTMLInputElement>('textbox');
const ivs = () => fields().map(({ value }) => value);
const focused = () => fields().findIndex((field) => field.matches(':focus'));

beforeEach(() => {
  render(<Form />);
  fields()[0]?.focus();
});
const user = userEvent.setup();

it('moves on after two digits or a separator, but not after both', async () => {
  await user.keyboard('31/5/{Shift>}/{/Shift}31 7');
  expect(ivs()).toEqual(['31', '5', '', '31', '7', '']);
});

it('takes a separator after the next field was changed by an arrow key', async () => {
  await user.keyboard('31{ArrowUp}/');
  expect(ivs()).toEqual(['31', '0', '', '', '', '']);
  expect(focused()).toBe(2);
});

it('takes a separator in a field that was left meanwhile', async () => {
  await user.keyboard('31');
  fields()[4]?.focus();
  fields()[1]?.focus();
  await user.keyboard('/');
  expect(focused()).toBe(2);
});

it('reads digits of other scripts, typed and pasted', async () => {
  await user.keyboard('３１٧/');
  expect(ivs()).toEqual(['31', '7', '', '', '', '']);
  await user.paste('３１／３０／２９／０／１／２');
  expect(ivs()).toEqual(['31', '30', '29', '0', '1', '2']);
});
