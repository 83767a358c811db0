import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import {
  PASSWORD_META,
  PASSWORD_STRENGTHS,
  type PasswordStrength,
  passwordIssues,
  passwordStrength,
} from '../../../src/contract/accounts/password-rules.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { Announced } from '../announced.tsx';
import { cx } from '../cx.ts';
import { useDebounced } from '../hooks/use-debounced.ts';
import { PasswordField } from './password-field.tsx';

/** Long enough that a fast typist sees the verdict about the whole password only. */
const PAUSE_MS = 250;

const LABELS: Record<PasswordStrength, string> = {
  fair: 'Fair. A longer password is harder to guess.',
  good: 'Good',
  strong: 'Strong',
};
const FILLS = ['bg-rejected', 'bg-pending', 'bg-approved', 'bg-approved'];

/** The shortest password that the server accepts. It says so in the document when the operator has raised it. */
const minLength = (): number =>
  Number(
    document.querySelector<HTMLMetaElement>(`meta[name="${PASSWORD_META}"]`)?.content ?? LIMITS.password.min,
  );

let commonPasswords: ReadonlySet<string> | undefined;

/** The server's list of common passwords. It is large, so it is loaded on first use. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= new Set((await import('@zxcvbn-ts/language-common/src/passwords.json')).default);
  return commonPasswords;
}

interface Verdict {
  /** Bars, of 3; none for a password that is refused. */
  bars: number;
  text: string;
}

async function verdictOf(password: string, username: string): Promise<Verdict> {
  const common = await loadCommonPasswords();
  const rules = { username, minLength: minLength() };
  const [issue] = await passwordIssues(password, rules, {
    isCommon: (typed) => common.has(typed),
    // The names of the game are known to the server only, which checks them too.
    isGameName: () => false,
  });
  if (issue !== undefined) return { bars: 0, text: issue };
  const strength = passwordStrength(password);
  return { bars: PASSWORD_STRENGTHS.indexOf(strength) + 1, text: LABELS[strength] };
}

interface PasswordMeterProps {
  password: string;
  username: string;
  /** The error that the field shows. It is not repeated. */
  error?: string | null;
  /** Shown without a verdict. */
  children: ReactNode;
}

/** Says what is wrong with a new password, by the rules of the server, or how strong it is: the hint of its field. */
function PasswordMeter({ password, username, error, children }: PasswordMeterProps) {
  const typed = useDebounced(password, PAUSE_MS);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let current = true;
    if (typed === '') setVerdict(null);
    else
      verdictOf(typed, username)
        .then((found) => current && setVerdict(found))
        // Without the list of common passwords there is no verdict; the server has it.
        .catch(() => current && setVerdict(null));
    return () => {
      current = false;
    };
  }, [typed, username]);

  const shown = verdict?.text === error ? null : verdict;
  return (
    <>
      {!shown && children}
      <Announced as="span" subject="Strength" className="flex items-center gap-2.5">
        {shown && (
          <>
            <span aria-hidden className="flex w-14 shrink-0 gap-1">
              {[1, 2, 3].map((bar) => (
                <span
                  key={bar}
                  className={cx(
                    'h-1.5 flex-1 rounded-full',
                    bar <= Math.max(shown.bars, 1) ? cx('drawn', FILLS[shown.bars]) : 'bg-line',
                  )}
                />
              ))}
            </span>
            <span className={shown.bars === 0 ? 'text-rejected' : 'text-ink-soft'}>{shown.text}</span>
          </>
        )}
      </Announced>
    </>
  );
}

type Wiring = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'>;

interface NewPasswordFieldsProps {
  label: 'Password' | 'New password';
  /** The props that connect each field to its form, and its error. */
  password: Wiring;
  confirmation: Wiring;
  /** What was typed so far, and the name that it must not contain. */
  typed: { password: string; username: string };
}

export function NewPasswordFields({ label, password, confirmation, typed }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint={
          <PasswordMeter {...typed} error={password.error}>
            At least {minLength()} characters.
          </PasswordMeter>
        }
        autoComplete="new-password"
      />
      <PasswordField {...confirmation} label="Confirm password" autoComplete="new-password" />
    </>
  );
}
