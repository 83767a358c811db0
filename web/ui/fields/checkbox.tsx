import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

interface CheckProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** A yes-or-no field. */
export function Checkbox({ label, hint, checked, onCheckedChange, disabled, className }: CheckProps) {
  const id = useId();
  return (
    <div className={cx('min-w-0', className)}>
      <label className="flex min-h-control cursor-pointer items-center gap-2.5 text-base">
        <span className="relative flex size-5 shrink-0">
          <input
            type="checkbox"
            checked={checked}
            disabled={disabled}
            aria-describedby={hint ? id : undefined}
            onChange={(event) => onCheckedChange(event.target.checked)}
            className="peer size-5 appearance-none rounded-sm border border-line-strong bg-raised transition-colors checked:border-accent checked:bg-accent disabled:bg-sunken"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-accent opacity-0 peer-checked:opacity-100"
          />
        </span>
        {label}
      </label>
      {hint && (
        <p id={id} className="pl-7.5 text-xs text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A switch that takes effect at once. */
export function Toggle({ label, hint, checked, onCheckedChange, disabled, className }: CheckProps) {
  const id = useId();
  return (
    <div className={cx('min-w-0', className)}>
      <label className="flex min-h-control cursor-pointer items-center gap-3 text-base">
        <span className="relative flex h-6 w-10.5 shrink-0">
          <input
            type="checkbox"
            role="switch"
            aria-checked={checked}
            checked={checked}
            disabled={disabled}
            aria-describedby={hint ? id : undefined}
            onChange={(event) => onCheckedChange(event.target.checked)}
            className="peer h-6 w-10.5 appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-ink-soft transition-[translate,background-color] peer-checked:translate-x-4.5 peer-checked:bg-on-accent"
          />
        </span>
        {label}
      </label>
      {hint && (
        <p id={id} className="pl-13.5 text-xs text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
