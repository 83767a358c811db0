import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ASH, renderAt } from '../testing/render.tsx';
import Footer from './footer.tsx';

const INFORMATION = ['FAQ', 'Search help', 'Price check', 'API', 'Legal Notice'];

it.each([
  ['a visitor', undefined, ['Login', 'Register', 'Login to Submit']],
  ['a user', ASH, ['Dashboard', 'Inbox', 'Following', 'Submit Data']],
])('has the links of %s', (_who, as, labels) => {
  renderAt(<Footer />, {}, as ? { at: '/faq', as } : { at: '/faq' });
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...INFORMATION,
    ...labels,
    'What counts as proof',
  ]);
  screen.getByText(/not affiliated/);
});
