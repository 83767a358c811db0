import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldProps, splitFieldProps } from './field.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'required' | 'className'> & {
    /** An icon inside the box, at its start. */
    leading?: ReactNode;
  };

/** One line of text. Everything of `<input>` passes through, `ref` too, so `{...registered(form, 'name')}` works. */
export function TextField(props: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { leading, ...input } = control;
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          {leading && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-0 flex w-10 items-center justify-center text-ink-faint"
            >
              {leading}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...wiring}
            className={cx('input-box', Boolean(leading) && 'pl-10!')}
          />
        </div>
      )}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'required' | 'className'>;

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(wiring) => <textarea rows={3} {...control} {...wiring} className="input-box h-auto! py-2" />}
    </Field>
  );
}
