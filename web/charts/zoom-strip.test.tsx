import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ZoomStrip } from './zoom-strip.tsx';

it('is dragged by one finger: a second one, which zooms the page, changes nothing', () => {
  const [onDraft, onZoom] = [vi.fn(), vi.fn()];
  const { container } = render(
    <ZoomStrip
      width={100}
      height={44}
      range={[0, 100]}
      whole={[0, 99]}
      span={[0, 99]}
      dots={[]}
      prices={{ domain: [1, 2], log: false, ticks: [] }}
      {...{ onDraft, onZoom }}
    />,
  );
  const strip = container.firstElementChild;
  if (!strip) throw new Error('The strip is missing.');
  const at = (pointerId: number, clientX: number) => ({ pointerId, clientX, button: 0 });
  fireEvent.pointerDown(strip, at(1, 20.5));
  fireEvent.pointerDown(strip, at(2, 80.5));
  fireEvent.pointerMove(strip, at(2, 90.5));
  fireEvent.pointerUp(strip, at(2, 90.5));
  fireEvent.pointerCancel(strip, at(2, 90.5));
  expect(onDraft).not.toHaveBeenCalled();
  expect(onZoom).not.toHaveBeenCalled();
  fireEvent.pointerMove(strip, at(1, 40.5));
  fireEvent.pointerUp(strip, at(1, 40.5));
  expect(onZoom.mock.calls).toEqual([[[20, 40], 'pointer']]);
});
