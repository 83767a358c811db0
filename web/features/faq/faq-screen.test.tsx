import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import FaqScreen from './faq-screen.tsx';

it('lists the keyboard shortcuts of every page', () => {
  renderAt(<FaqScreen />, {}, { at: '/faq' });
  const entry = screen.getByText('Which keyboard shortcuts are there?').closest('details');
  if (!entry) throw new Error('The question is in no entry');
  const keys = within(entry)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  expect(keys).toEqual(['/', 'Ctrl-K', 'F6']);
});
