import type { ComponentProps } from 'react';
import { LIMITS } from '../../src/contract/limits.ts';
import { PasswordField } from './password-field.tsx';

type Wiring = Omit<ComponentProps<typeof PasswordField>, 'label' | 'required' | 'hint' | 'autoComplete'>;

interface NewPasswordFieldsProps {
  label: 'Password' | 'New password';
  /** What ties each field to its form, and what is wrong in it. */
  password: Wiring;
  confirmation: Wiring;
}

/** A password that is chosen, typed twice (SPEC section 5). */
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
