import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { filtersOfKind } from '../../../../src/contract/market/filter-fields.ts';
import { readSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { SALE_KINDS } from '../../../../src/contract/sale/kinds.ts';
import { fakeMarket } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import FilterFields from './filter-fields.tsx';

it.each(SALE_KINDS)('has a control for every filter of kind %s', async (kind) => {
  const filter = vi.fn();
  const params = { ...readSearchParams(''), kind };
  const { user } = renderAt(<FilterFields params={params} filter={filter} />, fakeMarket([]));
  for (const field of screen.getAllByRole<HTMLSelectElement>('combobox')) {
    await waitFor(() => expect(field.options.length).toBeGreaterThan(1));
    await user.selectOptions(field, field.options[1]?.value ?? '');
  }
  for (const field of screen.getAllByRole('textbox')) {
    await user.type(field, '1');
    await user.tab();
  }
  for (const field of screen.getAllByLabelText(/^Sold/)) await user.type(field, '2026-01-01');
  const expected = filtersOfKind(kind).map(({ param }) => param);
  const changed = () => new Set(filter.mock.calls.flatMap(([change]) => Object.keys(change)));
  await waitFor(() => expect([...changed()].toSorted()).toEqual(expected.toSorted()));
});

it('keeps a level above 100, and says so; an IV above 31 is 31', async () => {
  const filter = vi.fn();
  const { user } = renderAt(
    <FilterFields params={readSearchParams('?tab=pokemon')} filter={filter} />,
    fakeMarket([]),
  );
  const level = screen.getByLabelText<HTMLInputElement>('Level from');
  await user.type(level, '101');
  const iv = screen.getByLabelText<HTMLInputElement>('Spe IV, least');
  await user.type(iv, '32');
  expect([level.value, iv.value]).toEqual(['101', '31']);
  expect([...document.querySelectorAll('[aria-invalid]')]).toEqual([level]);
  screen.getByText('Enter a whole number from 1 to 100');
  await waitFor(() => expect(filter).toHaveBeenCalledWith({ min_speed_iv: 31 }, 'min_speed_iv'));
  expect(filter).not.toHaveBeenCalledWith({ min_level: 100 }, 'min_level');
});

it.each([
  ['min_price=500&max_price=100', 'Price to', 'Must not be below “Price from”'],
  ['date_from=2026-03-12&date_to=2026-03-11', 'Sold to', 'Must not be before “Sold from”'],
  ['min_level=50&max_level=10', 'Level to', 'Must not be below “Level from”'],
  ['min_speed_iv=20&max_speed_iv=10', 'Spe IV, most', 'Must not be below the lowest IV'],
])('says at the field that a range is reversed: %s', (range, label, error) => {
  const params = readSearchParams(`?tab=pokemon&${range}`);
  renderAt(<FilterFields params={params} filter={vi.fn()} />, fakeMarket([]));
  const invalid = screen.getByLabelText(label);
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);
  expect(invalid.getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(invalid.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe(error);
});
