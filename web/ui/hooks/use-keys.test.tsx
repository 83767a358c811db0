import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useKeys } from './use-keys.ts';

const approve = vi.fn();

function Page() {
  useKeys({ a: approve, 'Mod+k': approve }, 0);
  return <input aria-label="Notes" />;
}

function pressed(init: KeyboardEventInit, on: () => Element = () => document.body): number {
  approve.mockClear();
  render(<Page />);
  fireEvent.keyDown(on(), init);
  return approve.mock.calls.length;
}

it.each<[string, KeyboardEventInit]>([
  ['its key', { key: 'a' }],
  ['its key with Ctrl', { key: 'k', ctrlKey: true }],
  ['its key with the command key, on an upper-case keyboard', { key: 'K', metaKey: true }],
])('runs a shortcut by %s', (_, init) => {
  expect(pressed(init)).toBe(1);
});

it.each<[string, KeyboardEventInit]>([
  ['the repeats of a held key', { key: 'a', repeat: true }],
  ['a key of a word that is being composed', { key: 'a', isComposing: true }],
  ['a key with Ctrl', { key: 'a', ctrlKey: true }],
  ['a key with the command key', { key: 'a', metaKey: true }],
  ['a key with Alt', { key: 'a', altKey: true }],
])('runs no shortcut by %s', (_, init) => {
  expect(pressed(init)).toBe(0);
});

it('runs no shortcut while something is typed', () => {
  expect(pressed({ key: 'a' }, () => screen.getByLabelText('Notes'))).toBe(0);
});
