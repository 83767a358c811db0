import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { useAnnouncement } from '../live-region.tsx';

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

/** What a field around an element takes: also everything of the element, except what the field sets, and `Own`. */
export type ElementFieldProps<
  Tag extends 'input' | 'select' | 'textarea',
  Own extends string = never,
> = FieldProps & Omit<ComponentProps<Tag>, 'id' | 'required' | 'className' | Own>;

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

interface AdornmentProps {
  /** The side of the control, and the width or the padding. */
  className: string;
  children: ReactNode;
}

/** An icon or a unit inside the box of a control. */
export const Adornment = ({ className, children }: AdornmentProps) => (
  <span
    aria-hidden
    className={cx('pointer-events-none absolute inset-y-0 flex items-center text-ink-faint', className)}
  >
    {children}
  </span>
);

/** Label, hint and error around any control; the control spreads the wiring it is given. */
export function Field(props: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const { label, hideLabel = false, hint, error, required = false, className, children } = props;
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
