import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Tooltip } from './tooltip.tsx';

it('is there only while its child is hovered', async () => {
  render(
    <Tooltip content="The whole spread">
      <span>Spread</span>
    </Tooltip>,
  );
  expect(screen.queryByRole('tooltip')).toBeNull();
  await userEvent.hover(screen.getByText('Spread'));
  expect((await screen.findByRole('tooltip')).textContent).toBe('The whole spread');
  await userEvent.unhover(screen.getByText('Spread'));
  expect(screen.queryByRole('tooltip')).toBeNull();
});
