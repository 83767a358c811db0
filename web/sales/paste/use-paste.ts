import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import type { ReadText } from './paste-reader.ts';

/** Reads pasted sets. The parser is loaded when the first ones are pasted. */
export function usePastedSets(onRead: (pasted: ReadText) => void) {
  const utils = trpc.useUtils();
  const isShown = useIsShown();
  const done = useEffectEvent(onRead);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (text: string) => {
      const { readPaste } = await import('./paste-reader.ts');
      return readPaste(utils, text);
    },
  });
  return {
    /** An answer to an earlier text, or of a screen that was left, is dropped. False when the text could not be read. */
    read: (text: string): Promise<boolean> =>
      mutateAsync(text, { onSuccess: (pasted) => isShown() && done(pasted) }).then(
        () => true,
        () => false,
      ),
    reading: isPending,
    /** Why the last text could not be read. */
    error: error && errorText(error, MESSAGES.fetchFailed),
  };
}

/**
 * Receives what is pasted anywhere on the page, except into a field that takes it: a text area, or one that has read it
 * already.
 *
 * @param take answers whether it uses the text
 */
export function usePasteAnywhere(take: (text: string, target: EventTarget | null) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (take(text, event.target)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}
