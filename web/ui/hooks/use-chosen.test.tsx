import { act, renderHook, waitFor } from '@testing-library/react';
import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useChosen } from './use-chosen.ts';

it('shows a choice at once, and puts it into effect afterwards', async () => {
  const choose = vi.fn();
  const { result } = renderHook(() => useChosen<string>('name', choose));
  act(() => result.current[1]('price'));
  expect(result.current[0]).toBe('price');
  expect(choose).not.toHaveBeenCalled();
  await waitFor(() => expect(choose).toHaveBeenCalledWith('price'));
});

it('follows what is in effect', () => {
  const { result, rerender } = renderHook(({ value }) => useChosen(value, () => undefined), {
    initialProps: { value: 'name' },
  });
  act(() => result.current[1]('price'));
  rerender({ value: 'price' });
  expect(result.current[0]).toBe('price');
  rerender({ value: 'name' });
  expect(result.current[0]).toBe('name');
});

it('shows what is in effect when the choice is refused', async () => {
  const refuse = vi.fn();
  const { result } = renderHook(() => useChosen<string>('name', refuse));
  act(() => result.current[1]('price'));
  await waitFor(() => expect(refuse).toHaveBeenCalled());
  expect(result.current[0]).toBe('name');
});

it('shows a choice until the page has drawn what is in effect', async () => {
  const drawn: string[] = [];
  const { result } = renderHook(() => {
    const [value, setValue] = useState('name');
    const later = useDeferredValue(value);
    const [shown, choose] = useChosen(later, (next) => {
      history.pushState(null, '', `?${next}`);
      setValue(next);
    });
    useLayoutEffect(() => void drawn.push(shown), [shown]);
    return { later, choose };
  });
  act(() => result.current.choose('price'));
  await waitFor(() => expect(result.current.later).toBe('price'));
  expect(drawn).toEqual(['name', 'price']);
});
