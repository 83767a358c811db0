import { useRef, useState } from 'react';
import { TextField } from '../fields/text-field.tsx';

/**
 * Asks to type a username before an action that cannot be undone. Case does not matter. The title of the dialog has the
 * name: browsers may translate the label.
 *
 * @returns the field; `check` says whether the username is typed, and shows an error at the field otherwise
 */
export function useTypedConfirmation(username = '') {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function check(): boolean {
    if (typed.trim().toLowerCase() === username.toLowerCase()) return true;
    setError('Type the username to continue');
    field.current?.focus();
    return false;
  }

  return {
    check,
    field: (
      <TextField
        ref={field}
        label="Type the username to confirm"
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
