import { Check } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

interface CheckProps {
  label: ReactNode;
  /** The label is for screen readers only, where the context names the field. */
  hideLabel?: boolean;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
  disabled?: boolean;
  className?: string;
}

interface CheckFieldProps extends CheckProps {
  labelClassName: string;
  hintClassName: string;
  /** Draws the control around the input with these attributes. */
  children: (input: ComponentProps<'input'>) => ReactNode;
}

function CheckField(props: CheckFieldProps) {
  const { label, hideLabel = false, hint, checked, onCheckedChange, disabled, ...look } = props;
  const id = useId();
  return (
    <div className={cx('min-w-0', look.className)}>
      <label
        htmlFor={id}
        className={cx(
          'flex min-h-control touch:min-w-11 cursor-pointer items-center text-base',
          look.labelClassName,
        )}
      >
        {look.children({
          id,
          type: 'checkbox',
          checked,
          disabled,
          'aria-describedby': hint ? `${id}-hint` : undefined,
          onChange: (event) => onCheckedChange(event.target.checked, event),
        })}
        {hideLabel ? <span className="sr-only">{label}</span> : label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={cx('text-xs text-ink-faint', look.hintClassName)}>
          {hint}
        </p>
      )}
    </div>
  );
}

export const Checkbox = (props: CheckProps) => (
  <CheckField {...props} labelClassName="gap-2.5" hintClassName="pl-7.5">
    {(input) => (
      <span className="relative flex size-5 shrink-0">
        <input
          {...input}
          className="peer size-5 appearance-none rounded-sm border border-line-strong bg-raised transition-colors checked:border-accent checked:bg-accent disabled:bg-sunken"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
    )}
  </CheckField>
);

/** A switch that takes effect at once. */
export const Toggle = (props: CheckProps) => (
  <CheckField {...props} labelClassName="gap-3" hintClassName="pl-13.5">
    {(input) => (
      <span className="relative flex h-6 w-10.5 shrink-0">
        <input
          {...input}
          role="switch"
          aria-checked={input.checked}
          className="peer h-6 w-10.5 appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent"
        />
        <span
          aria-hidden
          className="drawn pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-ink-soft transition-[translate,background-color] peer-checked:translate-x-4.5 peer-checked:bg-on-accent"
        />
      </span>
    )}
  </CheckField>
);

interface RadioProps {
  /** The same for all choices of which one can be made. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
  className?: string;
}

export const Radio = ({ name, checked, onChoose, children, className }: RadioProps) => (
  <label className={cx('flex min-h-control cursor-pointer items-center gap-2.5 py-1 text-base', className)}>
    <input
      type="radio"
      name={name}
      checked={checked}
      onChange={onChoose}
      className="size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-raised transition-colors checked:border-6 checked:border-accent"
    />
    {children}
  </label>
);
