import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button.tsx';
import { type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

type PasswordFieldProps = Omit<ElementFieldProps<'input', 'type' | 'autoComplete'>, 'required'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be looked at; each form with one needs it. */
export function PasswordField(props: PasswordFieldProps) {
  const { field, control } = splitFieldProps(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...field} required>
      {(wiring) => (
        <div className="relative">
          <input
            {...control}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className="input-box pr-12!"
          />
          <IconButton
            label={`${shown ? 'Hide' : 'Show'} ${field.label.toLowerCase()}`}
            aria-pressed={shown}
            icon={shown ? EyeOff : Eye}
            size="md"
            onClick={() => setShown(!shown)}
            className="absolute top-0 right-0"
          />
        </div>
      )}
    </Field>
  );
}

/** Tells password managers which account a form is for; the name itself is shown elsewhere. */
export function AccountName({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
