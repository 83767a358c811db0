import type { Ref } from 'react';
import {
  CODE_PATTERN,
  normaliseCode,
  RECOVERY_CODE_PATTERN,
} from '../../src/contract/accounts/two-factor.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { TextField } from '../ui/fields/text-field.tsx';

/** The proof of the second factor: a code of the authenticator app, or a recovery code. */
export type CodeKind = 'code' | 'recovery';

/** The digits of the typed or pasted text, such as `123 456`; digits beyond a complete code are dropped. */
export const codeDigits = (typed: string): string =>
  typed.replace(/\D/g, '').slice(0, LIMITS.twoFactor.digits);

export const isComplete = (kind: CodeKind, code: string): boolean =>
  kind === 'code' ? CODE_PATTERN.test(code) : RECOVERY_CODE_PATTERN.test(normaliseCode(code));

interface CodeFieldProps {
  kind: CodeKind;
  value: string;
  onValueChange: (code: string) => void;
  error?: string | null;
  ref?: Ref<HTMLInputElement>;
}

/** A code field for keyboards and password managers: digits only; a pasted code is taken whole. */
export function CodeField({ kind, onValueChange, ...rest }: CodeFieldProps) {
  if (kind === 'recovery')
    return (
      <TextField
        {...rest}
        key={kind}
        label="Recovery code"
        hint="Groups of five letters and digits. Each code works once."
        required
        onChange={(event) => onValueChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={LIMITS.typedCode}
      />
    );
  return (
    // No `maxLength`: it would truncate a pasted `123 456` before the space is removed.
    <TextField
      {...rest}
      key={kind}
      label={`${LIMITS.twoFactor.digits}-digit code`}
      hint="From your authenticator app."
      required
      onChange={(event) => onValueChange(codeDigits(event.target.value))}
      inputMode="numeric"
      autoComplete="one-time-code"
      name="one-time-code"
      className="[&_input]:text-lg [&_input]:tracking-[0.3em] [&_input]:tabular-nums"
    />
  );
}

interface CodeKindSwitchProps {
  kind: CodeKind;
  onChange: (kind: CodeKind) => void;
}

export const CodeKindSwitch = ({ kind, onChange }: CodeKindSwitchProps) => (
  <button
    type="button"
    className="link inline-flex min-h-6 items-center text-sm touch:min-h-11"
    onClick={() => onChange(kind === 'code' ? 'recovery' : 'code')}
  >
    {kind === 'code' ? 'Use a recovery code instead' : 'Use a code from the app instead'}
  </button>
);
