import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ThemeMenu } from './theme-menu.tsx';

it('closes after a choice with the pointer, and not while the keys choose', async () => {
  const hidePopover = vi.fn();
  HTMLElement.prototype.hidePopover = hidePopover;
  onTestFinished(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover');
    localStorage.clear();
  });
  const user = userEvent.setup();
  render(<ThemeMenu />);
  screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Light' }).checked).toBe(true);
  expect(hidePopover).not.toHaveBeenCalled();
  // As in WebKit, the click that the label passes on to its input is like one of the keyboard.
  fireEvent.click(screen.getByText('Dark'), { detail: 1 });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true);
  expect(hidePopover).toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Theme' }));
});
