import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { address } from '../testing/render.tsx';
import { type UrlStateFormat, useUrlState } from './use-url-state.ts';

const FORMAT: UrlStateFormat<{ page: number }> = {
  read: (search) => ({ page: Number(new URLSearchParams(search).get('page') ?? 1) }),
  print: ({ page }) => (page === 1 ? '' : `?page=${page}`),
  keepsPage: ['page'],
};

function open(at: string) {
  history.replaceState(null, '', at);
  return renderHook(() => useUrlState('/list', FORMAT));
}

it('goes to a changed state, also from another spelling of its path', () => {
  const { result } = open('/List');
  act(() => result.current.go({ page: 2 }));
  expect(address()).toBe('/list?page=2');
  act(() => result.current.go({ page: 3 }));
  expect(address()).toBe('/list?page=3');
  expect(result.current.params).toEqual({ page: 3 });
});

it('replaces one entry of the history while a field is typed into, and none before it', () => {
  const { result } = open('/list');
  act(() => result.current.go({ page: 2 }));
  const before = history.length;
  for (const page of [3, 4]) act(() => result.current.go({ page }, 'page'));
  expect(history.length).toBe(before + 1);
  expect(address()).toBe('/list?page=4');
});

it('reads a percent sign that is part of a value', () => {
  history.replaceState(null, '', '/list?name=%25ball');
  const read = (search: string) => ({ name: new URLSearchParams(search).get('name') });
  const { result } = renderHook(() => useUrlState('/list', { read, print: () => '', keepsPage: [] }));
  expect(result.current.params).toEqual({ name: '%ball' });
});

it('does not navigate once the screen was left', () => {
  const { result, unmount } = open('/list');
  const { go } = result.current;
  unmount();
  // Another visit of the same screen.
  go({ page: 2 });
  expect(address()).toBe('/list');
});

it('does not navigate while the next screen is loading', () => {
  const { result } = open('/list');
  const { go } = result.current;
  navigate('/faq');
  go({ page: 2 });
  expect(address()).toBe('/faq');
});
