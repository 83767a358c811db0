import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ASH, address, arrivesAt, renderAt } from '../testing/render.tsx';
import { ShortcutsToggle } from '../ui/fields/shortcuts-toggle.tsx';
import { useSearchKeys } from './use-search-keys.ts';

function Screen() {
  useSearchKeys();
  return <ShortcutsToggle />;
}

it('focuses the search by a single key only while shortcuts are on, and always by Ctrl-K', async () => {
  const { user } = renderAt(<Screen />, {}, { at: '/account', as: ASH });
  const toggle = screen.getByRole('switch', { name: 'Use keyboard shortcuts' });
  await user.click(toggle);
  await user.keyboard('/');
  expect(address()).toBe('/account');
  await user.keyboard('{Control>}k{/Control}');
  await arrivesAt('/');
  history.replaceState(null, '', '/account');
  await user.click(toggle);
  await user.keyboard('/');
  await arrivesAt('/');
});
