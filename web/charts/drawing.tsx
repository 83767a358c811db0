import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import type { Frame } from './frame.ts';

interface DrawingProps {
  frame: Pick<Frame, 'width' | 'height'>;
  className?: string;
  children: ReactNode;
}

/** A picture of the size of a frame. It shrinks on paper if the browser does not let scripts draw it again for that. */
export const Drawing = ({ frame: { width, height }, className, children }: DrawingProps) => (
  <svg
    aria-hidden
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    className={cx('max-w-full', className)}
  >
    {children}
  </svg>
);
