import { type KeyboardEvent, memo, type PointerEvent, useState } from 'react';
import { type Domain, type PriceScale, place } from '../../src/contract/market/chart-scale.ts';
import { dayDate, formatDate } from '../../src/contract/shared/dates.ts';
import { cx } from '../ui/cx.ts';
import type { Dot } from './dots.ts';
import {
  type ChartDays,
  dayAt,
  domainOf,
  lengthOf,
  moved,
  type Span,
  spanBetween,
  withEnd,
  withNearerEnd,
} from './span.ts';

type End = 'first' | 'last';
type Grip = End | 'move' | 'new';

const LABELS: Record<End, string> = { first: 'First day shown', last: 'Last day shown' };
const isGrip = (text: string | undefined): text is Grip =>
  text === 'first' || text === 'last' || text === 'move';

interface Drag {
  /** The finger that drags; others may zoom the page. */
  pointerId: number;
  grip: Grip;
  /** Where it started, and the span then. */
  day: number;
  span: Span;
  /** It has not left its first day. */
  isClick: boolean;
}

interface ZoomStripProps extends ChartDays {
  width: number;
  height: number;
  /** Horizontal range of the days. */
  range: Domain;
  /** All dots of the window. */
  dots: readonly Dot[];
  prices: PriceScale;
  /** Called during a drag. */
  onDraft: (span: Span) => void;
  onZoom: (span: Span, by: 'pointer' | 'keys') => void;
}

/**
 * An overview of all days. Two handles mark the visible days: drag a handle, the area between them, or a new range. A click
 * moves the nearer handle. Each handle is also a slider for the keyboard.
 */
export function ZoomStrip(props: ZoomStripProps) {
  const { width, height, range, whole, span, dots, prices, onDraft, onZoom } = props;
  const [drag, setDrag] = useState<Drag | null>(null);
  const x = (day: number) => place(day, domainOf(whole), range);
  const [left, right] = [x(span[0] - 0.5), x(span[1] + 0.5)];

  const dayOf = ({ clientX, currentTarget }: PointerEvent) =>
    dayAt(clientX - currentTarget.getBoundingClientRect().left, whole, range);

  function spanAt(day: number, { grip, day: from, span: before }: Drag): Span {
    if (grip === 'new') return spanBetween(from, day);
    if (grip === 'move') return moved(before, day - from, whole);
    return withEnd(before, grip, before[grip === 'first' ? 0 : 1] + day - from, whole);
  }

  function press(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0 || drag) return;
    const pressed = event.target instanceof HTMLElement ? event.target.dataset.grip : undefined;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({
      pointerId: event.pointerId,
      grip: isGrip(pressed) ? pressed : 'new',
      day: dayOf(event),
      span,
      isClick: true,
    });
  }

  function move(event: PointerEvent) {
    if (drag?.pointerId !== event.pointerId) return;
    const day = dayOf(event);
    if (drag.isClick && day === drag.day) return;
    setDrag({ ...drag, isClick: false });
    onDraft(spanAt(day, drag));
  }

  function release(event: PointerEvent) {
    if (drag?.pointerId !== event.pointerId) return;
    const day = dayOf(event);
    setDrag(null);
    const isOnHandle = drag.grip === 'first' || drag.grip === 'last';
    onZoom(drag.isClick && !isOnHandle ? withNearerEnd(drag.span, day, whole) : spanAt(day, drag), 'pointer');
  }

  const showsAll = lengthOf(span) === lengthOf(whole);
  return (
    <div
      className="relative touch-pan-y touch-pinch-zoom cursor-crosshair select-none print:hidden"
      style={{ height }}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={({ pointerId }) => {
        if (drag?.pointerId !== pointerId) return;
        onZoom(drag.span, 'pointer');
        setDrag(null);
      }}
    >
      <Overview {...{ width, height, range, whole, dots, prices }} />
      <span
        aria-hidden
        data-grip={showsAll ? undefined : 'move'}
        className={cx(
          'absolute inset-y-0 border-y border-accent',
          showsAll ? 'bg-accent/5' : 'cursor-grab bg-accent/12 active:cursor-grabbing',
        )}
        style={{ left, width: right - left }}
      />
      <Handle end="first" at={left} {...{ whole, span, onZoom }} />
      <Handle end="last" at={right} {...{ whole, span, onZoom }} />
    </div>
  );
}

type OverviewProps = Pick<ZoomStripProps, 'width' | 'height' | 'range' | 'whole' | 'dots' | 'prices'>;

const Overview = memo(function Overview({ width, height, range, whole, dots, prices }: OverviewProps) {
  const points = dots.map(({ day, price }) => {
    const x = place(day, domainOf(whole), range);
    const y = place(price, prices.domain, [height - 4, 4], prices.log);
    return `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
  });
  return (
    <svg aria-hidden width={width} height={height} className="pointer-events-none absolute inset-0">
      <rect x={range[0]} y={0} width={range[1] - range[0]} height={height} className="fill-sunken" />
      <path
        d={points.join('')}
        className="fill-none stroke-ink-faint"
        strokeWidth={2.5}
        strokeLinecap="round"
      />
    </svg>
  );
});

interface HandleProps extends Pick<ZoomStripProps, 'whole' | 'span' | 'onZoom'> {
  end: End;
  /** Horizontal position of the edge that the handle is attached to. */
  at: number;
}

/** Number of days that a key moves an end by; infinite for Home and End. */
function step(key: string, length: number): number | undefined {
  const page = Math.max(7, Math.round(length / 10));
  return {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: page,
    PageDown: -page,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }[key];
}

function Handle({ end, at, whole, span, onZoom }: HandleProps) {
  const day = span[end === 'first' ? 0 : 1];

  function key(event: KeyboardEvent) {
    const by = step(event.key, lengthOf(whole));
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onZoom(withEnd(span, end, day + by, whole), 'keys');
  }

  return (
    <span
      role="slider"
      tabIndex={0}
      data-grip={end}
      aria-label={LABELS[end]}
      aria-orientation="horizontal"
      aria-valuemin={end === 'first' ? whole[0] : span[0]}
      aria-valuemax={end === 'first' ? span[1] : whole[1]}
      aria-valuenow={day}
      aria-valuetext={formatDate(dayDate(day))}
      onKeyDown={key}
      className={cx(
        'absolute inset-y-0 flex w-7 touch:w-11 cursor-ew-resize items-center rounded-sm',
        'before:pointer-events-none before:h-full before:w-3 before:border before:border-accent before:bg-raised',
        'after:pointer-events-none after:absolute after:h-3.5 after:border-l-2 after:border-accent',
        end === 'first'
          ? '-translate-x-full justify-end before:rounded-l-sm after:right-[5px]'
          : 'justify-start before:rounded-r-sm after:left-[5px]',
      )}
      style={{ left: at }}
    />
  );
}
