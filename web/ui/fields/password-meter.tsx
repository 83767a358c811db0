import { type ReactNode, useEffect, useState } from 'react';
import {
  PASSWORD_STRENGTHS,
  type PasswordStrength,
  passwordIssues,
  passwordStrength,
} from '../../../src/contract/accounts/password-rules.ts';
import { commonPasswords } from '../../lib/common-passwords.ts';
import { passwordMinLength } from '../../lib/password-min-length.ts';
import { Announced } from '../announced.tsx';
import { cx } from '../cx.ts';
import { useDebounced } from '../hooks/use-debounced.ts';

/** Long enough that a fast typist sees the verdict about the whole password only. */
const PAUSE_MS = 250;

const LABELS: Record<PasswordStrength, string> = {
  fair: 'Fair. A longer one is harder to guess.',
  good: 'Good',
  strong: 'Strong',
};
const FILLS = ['bg-rejected', 'bg-pending', 'bg-approved', 'bg-approved'];

interface Verdict {
  /** Bars, of 3; none for a password that is refused. */
  bars: number;
  text: string;
}

async function verdictOf(password: string, username: string): Promise<Verdict> {
  const isCommon = await commonPasswords();
  const rules = { username, minLength: passwordMinLength() };
  // The names of the game are known to the server only, which checks them too.
  const [issue] = await passwordIssues(password, rules, { isCommon, isGameName: () => false });
  if (issue !== undefined) return { bars: 0, text: issue };
  const strength = passwordStrength(password);
  return { bars: PASSWORD_STRENGTHS.indexOf(strength) + 1, text: LABELS[strength] };
}

interface PasswordMeterProps {
  password: string;
  username: string;
  /** The error that the field shows. It is not repeated. */
  error?: string | null | undefined;
  /** Shown without a verdict. */
  children: ReactNode;
}

/** Says what is wrong with a new password, by the rules of the server, or how strong it is: the hint of its field. */
export function PasswordMeter({ password, username, error, children }: PasswordMeterProps) {
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
