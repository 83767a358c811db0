import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { Ref } from 'react';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { FormAlert } from '../ui/form-alert.tsx';
import { passkeyErrorText, supportsPasskeys } from './passkey.ts';

interface PasskeyButtonProps<T> {
  label: string;
  variant?: ButtonVariant;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
  /** Creates or uses a passkey; its error is shown here. */
  run: () => Promise<T>;
  onDone: (answer: T) => unknown;
  onFailed?: () => unknown;
  /** The error text when neither browser nor server explains a failure. */
  fallback: string;
}

/** A button that involves a passkey; nothing in a browser that has none. */
export function PasskeyButton<T>({
  label,
  variant = 'secondary',
  className,
  ref,
  run,
  onDone,
  onFailed,
  fallback,
}: PasskeyButtonProps<T>) {
  const use = useMutation({ mutationFn: run, gcTime: 0, onSuccess: onDone, onError: onFailed });
  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button
        ref={ref}
        variant={variant}
        className={className}
        icon={<KeyRound aria-hidden className="size-4" />}
        pending={use.isPending}
        onClick={() => use.mutate()}
      >
        {label}
      </Button>
      {use.error && <FormAlert>{passkeyErrorText(use.error, fallback)}</FormAlert>}
    </>
  );
}

/** Between a passkey and the other way to do the same. */
export const OrDivider = () => (
  <p className="flex items-center gap-3 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
);
