import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Tooltip } from './tooltip.tsx';

it('measures the page only while it is shown', async () => {
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  render(
    <Tooltip content="The whole spread">
      <span>Spread</span>
    </Tooltip>,
  );
  expect(measure).not.toHaveBeenCalled();
  await userEvent.hover(screen.getByText('Spread'));
  expect((await screen.findByRole('tooltip')).textContent).toBe('The whole spread');
  expect(measure).toHaveBeenCalled();
});

it('is closed by the first Escape, and the dialog around it by the second', async () => {
  const onClose = vi.fn();
  render(
    <Dialog open title="Sale" onClose={onClose}>
      <Tooltip content="Bashful">
        <span>Neutral</span>
      </Tooltip>
    </Dialog>,
  );
  await userEvent.hover(await screen.findByText('Neutral'));
  await screen.findByRole('tooltip');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
