import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
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
