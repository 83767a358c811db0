import { ChevronRight } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The number of entries: `{3}`, `[12]`. */
const extent = (value: object): string =>
  Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`;

const TONES: Record<string, string> = {
  string: 'text-approved',
  number: 'text-accent',
  boolean: 'text-pending',
};

function Leaf({ value }: { value: unknown }) {
  return (
    <span className={cx('break-all whitespace-pre-wrap', TONES[typeof value] ?? 'text-ink-faint')}>
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  );
}

const Key = ({ name }: { name: string }) => <span className="text-ink-soft">{name}: </span>;

function Branch({ name, value }: { name: string; value: object }) {
  return (
    <details open className="group/branch">
      <summary className="flex min-h-7 w-fit cursor-pointer list-none items-center gap-1 rounded-xs touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint [[open]>summary>&]:rotate-90" />
        <Key name={name} />
        <span className="text-ink-faint">{extent(value)}</span>
      </summary>
      <JsonTree value={value} className="ml-1.5 border-l border-line pl-3" />
    </details>
  );
}

/** JSON as a tree; objects and arrays open and close, by mouse and keyboard. */
export function JsonTree({ value, className }: { value: object; className?: string }) {
  return (
    <ul className={cx('font-mono text-sm', className)}>
      {Object.entries(value).map(([name, inside]) => (
        <li key={name} className="py-0.5">
          {isBranch(inside) ? (
            <Branch name={name} value={inside} />
          ) : (
            <span className="block pl-4.5">
              <Key name={name} />
              <Leaf value={inside} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
