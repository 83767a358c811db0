import { describe, expect, it } from 'vitest';
import { editPrice, settlePrice } from './price-edit.ts';

/** Types one character after another at the end of the field. */
function type(keys: string) {
  let text = '';
  let value: number | null = null;
  for (const key of keys) {
    const edit = editPrice(text, text + key, text.length + 1);
    text = edit.text;
    value = edit.value;
  }
  return { text, value };
}

describe('editPrice', () => {
  it.each([
    ['1500000', '1,500,000', 1_500_000],
    ['1.5m', '1,500,000', 1_500_000],
    ['1,5m', '1,500,000', 1_500_000],
    ['12,25 k', '12,250', 12_250],
    ['.5m', '500,000', 500_000],
    [',5m', '500,000', 500_000],
    ['0,125m', '125,000', 125_000],
    ['1.5 mio', '1,500,000', 1_500_000],
    ['1,500,000', '1,500,000', 1_500_000],
    ['250k', '250,000', 250_000],
    ['12xyz', '12', 12],
    ['-5', '5', 5],
    ['0', '0', 0],
    ['999999999999', '999,999,999,999', 999_999_999_999],
    ['１２３４', '1,234', 1_234],
    ['１．５ｍ', '1,500,000', 1_500_000],
    ['٢٥٠٠', '2,500', 2_500],
  ])('typed %s reads %s', (keys, text, value) => {
    expect(type(keys)).toEqual({ text, value });
  });

  it.each(['1.', '1.5', '1,', '1,5', '1,50 ', '1.5x', '1,5 x', '.', '.5', '.5x', ',5', '0,999'])(
    'takes %s for no price',
    (typed) => {
      expect(type(typed)).toEqual({ text: typed, value: null });
    },
  );

  it('keeps a price that is too high as it was typed', () => {
    expect(type('1234567890123')).toEqual({ text: '123,456,789,0123', value: null });
    expect(type('1000000m')).toEqual({ text: '1,000,000m', value: null });
    expect(editPrice('123,456,789,0123', '123,456,789,012', 15).value).toBe(123_456_789_012);
    expect(settlePrice('1.000.000.000.000').value).toBeNull();
  });

  it('takes what is left of a deleted part for a price', () => {
    expect(editPrice('1,500', '1,50', 4)).toEqual({ value: 150, text: '150', caret: 3 });
    expect(editPrice('1,500', '1,59', 4)).toEqual({ value: 159, text: '159', caret: 3 });
    expect(editPrice('1,500', ',500', 0)).toEqual({ value: 500, text: '500', caret: 0 });
    expect(editPrice('10,500', '0,500', 0)).toEqual({ value: 500, text: '500', caret: 0 });
  });

  it('deletes the end of a fraction', () => {
    expect(editPrice('1,50', '1,5', 3)).toEqual({ value: null, text: '1,5', caret: 3 });
    expect(editPrice('1,', '1', 1)).toEqual({ value: 1, text: '1', caret: 1 });
  });

  it.each([
    ['1,500,000 PD', 1_500_000],
    ['1.5m PD', 1_500_000],
    ['1,5m', 1_500_000],
    ['1.5 million', 1_500_000],
    ['$.5m', 500_000],
    ['1,500k', 1_500_000],
    ['$ 2 000 000', 2_000_000],
    [' 750K ', 750_000],
    ['~150k each', 150_000],
    ['1,500.00 PD', null],
    ['2-3m', null],
    ['23,400\t2026-11-20', null],
  ])('pasted %s is %s', (pasted, value) => {
    expect(editPrice('', pasted, pasted.length).value).toBe(value);
  });

  it('keeps the caret behind the digit that was typed', () => {
    // 1,5|00 with a 9 typed: 15,9|00
    expect(editPrice('1,500', '1,5900', 4)).toEqual({ value: 15_900, text: '15,900', caret: 4 });
  });

  it('keeps the caret behind a digit of another script', () => {
    // 1,5|00 with a full-width 9 typed, and pasted digits of two code units each
    expect(editPrice('1,500', '1,5９00', 4)).toEqual({ value: 15_900, text: '15,900', caret: 4 });
    expect(editPrice('', '\u{1e951}\u{1e952}', 4)).toEqual({ value: 12, text: '12', caret: 2 });
  });

  it('deletes the digit before a deleted separator', () => {
    // 1,|500 and backspace
    expect(editPrice('1,500', '1500', 1)).toEqual({ value: 500, text: '500', caret: 0 });
  });

  it('empties', () => {
    expect(editPrice('1', '', 0)).toEqual({ value: null, text: '', caret: 0 });
  });
});

describe('settlePrice', () => {
  it('reads points between groups of three as separators', () => {
    expect(settlePrice('1.500').value).toBe(1_500);
    expect(settlePrice('1.500.000').value).toBe(1_500_000);
  });
  it('reads a price with hundredths', () => {
    expect(settlePrice('1,500.00').value).toBe(1_500);
  });
  it('leaves a fraction as it is, as no price', () => {
    expect(settlePrice('1.5')).toEqual({ value: null, text: '1.5', caret: 3 });
    expect(settlePrice('.5')).toEqual({ value: null, text: '.5', caret: 2 });
    expect(settlePrice('0.500').value).toBeNull();
    expect(settlePrice('0,999').value).toBeNull();
  });
});
