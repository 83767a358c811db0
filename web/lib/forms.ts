import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { errorData } from './errors.ts';

/** Ties a schema of the contract to a form: `useForm({ resolver: zodResolver(zRegister) })`. */
export { zodResolver };

/**
 * The server's faults by field, for the fields a form has. Null when it named none, or one the form does not
 * show: then the sentence belongs above the button (see `errorText`).
 */
export function fieldFaults<F extends string>(error: unknown, fields: readonly F[]): Map<F, string> | null {
  const said = Object.entries(errorData(error)?.fields ?? {});
  const known = said.flatMap(([name, fault]) => {
    const field = fields.find((f) => f === name);
    return field ? [[field, fault] as const] : [];
  });
  return known.length > 0 && known.length === said.length ? new Map(known) : null;
}

/**
 * Puts what the server refused beside its fields, and the cursor on the first. To leave the field that has the
 * cursor checks it anew, which would take its fault away again: they are set when that is over.
 */
export async function setFaults<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'setFocus' | 'trigger' | 'setError'>,
  faults: ReadonlyMap<FieldPath<T>, string>,
): Promise<void> {
  const [first] = faults.keys();
  if (first === undefined) return;
  form.setFocus(first);
  await form.trigger();
  for (const [field, message] of faults) form.setError(field, { type: 'server', message });
}
