import { ChevronUp } from 'lucide-react';
import { type ReactNode, type Ref, useCallback, useRef } from 'react';
import { Button, IconButton } from '../ui/button.tsx';

interface ChartSectionProps {
  title: string;
  shown: boolean;
  onChoose: (chart: 'hidden' | 'shown') => void;
  ref?: Ref<HTMLElement>;
  /** The chart, around its heading and the button that hides it. */
  children: (heading: ReactNode, toggle: ReactNode) => ReactNode;
}

export function ChartSection({ title, shown, onChoose, ref, children }: ChartSectionProps) {
  const toggled = useRef(false);
  // The two buttons replace each other. The one that hides comes with the chart, whose script may have to load.
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !toggled.current) return;
    toggled.current = false;
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
  }, []);
  const choose = (chart: 'hidden' | 'shown') => {
    toggled.current = true;
    onChoose(chart);
  };
  const heading = <h2 className="text-base font-semibold">{title}</h2>;
  return (
    <section ref={ref} aria-label={title} className="rounded-lg border border-line bg-surface px-4 pt-2 pb-1">
      {shown ? (
        children(
          heading,
          <IconButton
            ref={takeFocus}
            label="Hide chart"
            icon={ChevronUp}
            size="md"
            aria-expanded
            onClick={() => choose('hidden')}
            className="-mr-2 max-md:ml-auto"
          />,
        )
      ) : (
        <div className="flex items-center justify-between gap-4">
          {heading}
          <Button
            ref={takeFocus}
            variant="quiet"
            aria-expanded={false}
            onClick={() => choose('shown')}
            className="-mr-2"
          >
            Show chart
          </Button>
        </div>
      )}
    </section>
  );
}
