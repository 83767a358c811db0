import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { useAnnouncement } from '../live-region.tsx';

/** What every field takes. */
export interface FieldProps {
  label: string;
  /** The label is for screen readers only, where the context names the field. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The error message; null or undefined when the value is valid. */
  error?: string | null;
  /** Marks the field as required; the form validates it. */
  required?: boolean;
  className?: string;
}

/** Attributes that tie a control to its label, hint and error. */
export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** The shared part of a component's own props and the field's: splits them. */
export function splitFieldProps<P extends FieldProps>(props: P) {
  const { label, hideLabel, hint, error, required, className, ...control } = props;
  return { field: { label, hideLabel, hint, error, required, className }, control };
}

/** Label, hint and error around any control; the control spreads the wiring it is given. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  required = false,
  className,
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId();
  useAnnouncement(error);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-sm font-medium text-ink-soft'}>
        {label}
        {required && (
          <span aria-hidden className="text-rejected">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-rejected">
          {error}
        </p>
      )}
    </div>
  );
}
