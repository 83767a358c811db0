import { zodResolver } from '@hookform/resolvers/zod';
import type { SyntheticEvent } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseControllerReturn,
  type UseFormHandleSubmit,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { errorData, errorText } from './server/errors.ts';

/**
 * A form for the input of a schema.
 *
 * @param mode when a field is first validated: when it is left, or only when the form is sent
 */
export const useSchemaForm = <In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
) => useForm<In, unknown, Out>({ resolver: zodResolver(schema), mode, defaultValues });

/** Ties a `<form>` to a form, whose fields show the errors: `<form {...formProps(form, save)}>`. */
export const formProps = <In extends FieldValues, Out>(
  { handleSubmit }: { handleSubmit: UseFormHandleSubmit<In, Out> },
  ...callbacks: Parameters<UseFormHandleSubmit<In, Out>>
) => ({
  noValidate: true,
  onSubmit: (event: SyntheticEvent) => void handleSubmit(...callbacks)(event),
});

/** Ties a field of one `<input>` to a form: `<TextField {...registered(form, 'email')} />`. */
export const registered = <T extends FieldValues>(
  { register, formState }: Pick<UseFormReturn<T>, 'register' | 'formState'>,
  name: FieldPath<T>,
) => ({ ...register(name), error: (get(formState.errors, name) as FieldError | undefined)?.message });

/** Ties a controlled field to a form: `<PriceField {...bound(useController({ control, name: 'price' }))} />`. */
export const bound = <T extends FieldValues, N extends FieldPath<T>>({
  field,
  fieldState,
}: UseControllerReturn<T, N>) => ({
  ref: field.ref,
  value: field.value,
  onValueChange: field.onChange,
  onBlur: field.onBlur,
  error: fieldState.error?.message,
});

/**
 * The server's errors by field, for the fields of a form. Null when there are none, or when one belongs to a field
 * that the form does not show: then the sentence goes above the button (see `errorText`).
 */
export function fieldErrorsOf<F extends string>(error: unknown, fields: readonly F[]): Map<F, string> | null {
  const sent = Object.entries(errorData(error)?.fields ?? {});
  const known = sent.flatMap(([name, message]) => {
    const field = fields.find((f) => f === name);
    return field ? [[field, message] as const] : [];
  });
  return known.length > 0 && known.length === sent.length ? new Map(known) : null;
}

/**
 * Shows the server's errors next to their fields and focuses the first. Moving focus validates the field that loses
 * it, which would clear its error, so the errors are set after that validation.
 */
export async function setFieldErrors<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'setFocus' | 'trigger' | 'setError'>,
  errors: ReadonlyMap<FieldPath<T>, string> | null,
): Promise<void> {
  const [first] = errors?.keys() ?? [];
  if (!errors || first === undefined) return;
  form.setFocus(first);
  await form.trigger();
  for (const [field, message] of errors) form.setError(field, { type: 'server', message });
}

/** Shows the error of a failed call next to the fields it names, otherwise as `errors.root`, for above the button. */
export async function showRefusal<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'setFocus' | 'trigger' | 'setError'>,
  error: unknown,
  ...texts: [fallback: string, noResponse?: string]
): Promise<void> {
  const errors = fieldErrorsOf(error, Object.keys(form.getValues()) as FieldPath<T>[]);
  if (errors) await setFieldErrors(form, errors);
  else form.setError('root', { message: errorText(error, ...texts) });
}
