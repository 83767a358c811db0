import type { ComponentProps } from 'react';
import { passwordMinLength } from '../../lib/password-min-length.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordMeter } from './password-meter.tsx';

type Wiring = Omit<ComponentProps<typeof PasswordField>, 'label' | 'required' | 'hint' | 'autoComplete'>;

interface NewPasswordFieldsProps {
  label: 'Password' | 'New password';
  /** The props that connect each field to its form, and its error. */
  password: Wiring;
  confirmation: Wiring;
  /** What was typed so far, and the name that it must not contain. */
  typed: { password: string; username: string };
}

/** A new password, typed twice. */
export function NewPasswordFields({ label, password, confirmation, typed }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        required
        hint={
          <PasswordMeter {...typed} error={password.error}>
            At least {passwordMinLength()} characters.
          </PasswordMeter>
        }
        autoComplete="new-password"
      />
      <PasswordField {...confirmation} label="Confirm password" required autoComplete="new-password" />
    </>
  );
}
