import { ChevronUp } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button, IconButton } from '../ui/button.tsx';

interface ChartSectionProps {
  title: string;
  shown: boolean;
  onChoose: (chart: 'hidden' | 'shown') => void;
  ref?: Ref<HTMLElement>;
  /** The chart, around its heading and the button that hides it. */
  children: (heading: ReactNode, toggle: ReactNode) => ReactNode;
}

/** A chart that can be hidden. */
export function ChartSection({ title, shown, onChoose, ref, children }: ChartSectionProps) {
  const heading = <h2 className="text-base font-semibold">{title}</h2>;
  return (
    <section ref={ref} aria-label={title} className="rounded-lg border border-line bg-surface px-4 pt-2 pb-1">
      {shown ? (
        children(
          heading,
          <IconButton
            label="Hide chart"
            icon={<ChevronUp aria-hidden className="size-4.5" />}
            aria-expanded
            onClick={() => onChoose('hidden')}
            className="-mr-2 max-sm:ml-auto"
          />,
        )
      ) : (
        <div className="flex items-center justify-between gap-4">
          {heading}
          <Button variant="quiet" aria-expanded={false} onClick={() => onChoose('shown')} className="-mr-2">
            Show chart
          </Button>
        </div>
      )}
    </section>
  );
}
