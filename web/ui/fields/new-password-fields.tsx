import type { ComponentProps } from 'react';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { PasswordField } from './password-field.tsx';

type Wiring = Omit<ComponentProps<typeof PasswordField>, 'label' | 'required' | 'hint' | 'autoComplete'>;

interface NewPasswordFieldsProps {
  label: 'Password' | 'New password';
  /** The props that connect each field to its form, and its error. */
  password: Wiring;
  confirmation: Wiring;
}

/** A new password, typed twice. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        required
        hint={`At least ${LIMITS.password.min} characters.`}
        autoComplete="new-password"
      />
      <PasswordField {...confirmation} label="Confirm password" required autoComplete="new-password" />
    </>
  );
}
