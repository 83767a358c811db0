import { useRef, useState } from 'react';
import { TextField } from '../fields/text-field.tsx';

/**
 * Asks to type a name before an action that cannot be undone. Case does not matter.
 *
 * @returns the field; `check` says whether the name is typed, and shows an error at the field otherwise
 */
export function useTypedConfirmation(name = '') {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function check(): boolean {
    if (typed.trim().toLowerCase() === name.toLowerCase()) return true;
    setError(`Type ${name} to continue`);
    field.current?.focus();
    return false;
  }

  return {
    check,
    field: (
      <TextField
        ref={field}
        label={`Type ${name} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(null);
        }}
      />
    ),
  };
}
