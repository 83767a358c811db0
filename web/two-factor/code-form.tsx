import { useMutation } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { steadyNow } from '../lib/clock.ts';
import { PATHS } from '../lib/paths.ts';
import { errorData } from '../lib/server/errors.ts';
import { NO_RESPONSE, writeErrorText } from '../lib/server/write-outcome.ts';
import { Announced } from '../ui/announced.tsx';
import { Button } from '../ui/button.tsx';
import { FormAlert, Notice } from '../ui/form-messages.tsx';
import { useSecondsLeft } from '../ui/hooks/use-seconds-left.ts';
import { CodeField, type CodeKind, CodeKindSwitch, isComplete } from './code-field.tsx';

interface CodeFormProps<T> {
  /** Sends the code; its error is shown here. */
  submit: (code: string) => Promise<T>;
  onDone: (answer: T) => unknown;
  onFailed?: (error: unknown) => void;
  submitLabel: string;
  danger?: boolean;
  /** The error text when the server sends none. */
  fallback: string;
  /** Accepts a recovery code in place of the authenticator's. */
  recovery?: boolean;
  /** The account has an authenticator app; without one, only recovery codes are accepted. */
  hasApp?: boolean;
  /** Focuses the field at once: there is nothing to read before it. */
  takesFocus?: boolean;
  /** Codes are blocked already. */
  blocked?: Block | null;
  back: ReactNode;
}

/** No code is checked before it ends. */
export interface Block {
  until: number;
  seconds: number;
}

/** The block that ends in this many seconds. */
export const blockFor = (seconds: number | null | undefined): Block | null =>
  seconds == null ? null : { seconds, until: steadyNow() + seconds * 1000 };

/**
 * Asks for a code of the second factor. After too many wrong codes it counts down the seconds of the block, and
 * nothing can be sent (docs/product.md "States").
 */
export function CodeForm<T>(props: CodeFormProps<T>) {
  const { submit, onDone, onFailed, submitLabel, danger = false, fallback, recovery = false } = props;
  const { hasApp = true, takesFocus = false, blocked = null, back } = props;
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<CodeKind>(hasApp ? 'code' : 'recovery');
  const [code, setCode] = useState('');
  const [block, setBlock] = useState(blocked);
  const secondsLeft = useSecondsLeft(block?.until ?? null);
  const sending = useMutation({
    mutationFn: submit,
    // The code and its result are not cached.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      setBlock(blockFor(errorData(error)?.retryAfter));
      onFailed?.(error);
      input.current?.select();
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code has another field
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus, kind]);

  const ready = isComplete(kind, code) && secondsLeft === 0;
  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (ready && !sending.isPending) sending.mutate(code);
  }
  function change(next: string) {
    setCode(next);
    if (secondsLeft === 0) sending.reset();
  }
  function turnTo(next: CodeKind) {
    setKind(next);
    change('');
  }

  const message = sending.error && writeErrorText(sending.error, fallback, `${fallback}. ${NO_RESPONSE}`);
  const isWrong = block === null && errorData(sending.error)?.reason === 'WRONG_CODE';
  return (
    <form noValidate className="space-y-4" onSubmit={send}>
      <CodeField
        ref={input}
        kind={kind}
        value={code}
        onValueChange={change}
        error={isWrong ? message : null}
      />
      <BlockNotice block={block} secondsLeft={secondsLeft} message={message} />
      <FormAlert>{!isWrong && block === null && message}</FormAlert>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          disabled={!ready}
          pending={sending.isPending}
          className="grow"
        >
          {submitLabel}
        </Button>
        {back}
      </div>
      {recovery && hasApp && <CodeKindSwitch kind={kind} onChange={turnTo} />}
      {kind === 'recovery' && (
        <p className="text-sm text-ink-soft">
          Lost your codes too? Write to the contact in the{' '}
          <Link href={PATHS.legal} className="link">
            Legal Notice
          </Link>
          .
        </p>
      )}
    </form>
  );
}

interface BlockNoticeProps {
  block: Block | null;
  secondsLeft: number;
  message: string | null;
}

/** The server's message interrupts a screen reader once, when the block begins; the countdown does not. */
function BlockNotice({ block, secondsLeft, message }: BlockNoticeProps) {
  if (!block) return null;
  if (secondsLeft === 0)
    return (
      <Announced as="p" className="text-sm text-ink-soft">
        You can try again now.
      </Announced>
    );
  if (secondsLeft === block.seconds)
    return <FormAlert>{message ?? MESSAGES.twoFactorWait(secondsLeft)}</FormAlert>;
  return (
    <div role="timer" className="tabular-nums">
      <Notice tone="rejected" icon={Clock}>
        {MESSAGES.twoFactorWait(secondsLeft)}
      </Notice>
    </div>
  );
}
