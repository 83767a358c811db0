import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Adornment, type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

type TextFieldProps = ElementFieldProps<'input'> & {
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
          {leading && <Adornment className="left-0 w-10 justify-center">{leading}</Adornment>}
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

export function TextArea(props: ElementFieldProps<'textarea'>) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(wiring) => <textarea rows={3} {...control} {...wiring} className="input-box h-auto! py-2" />}
    </Field>
  );
}
