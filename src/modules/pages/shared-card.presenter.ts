import { type CardSubject, versionedCardPath } from '../../contract/cards/card-paths.ts';
import { sha256 } from '../../lib/crypto.ts';

/**
 * The URL of a card for link previews, which chats cache by URL without asking again.
 *
 * @param texts sentences about the subject: when they change, so does the URL
 */
export const sharedCardUrl = (publicUrl: string, subject: CardSubject, texts: readonly string[]): string =>
  `${publicUrl}${versionedCardPath(subject, sha256(texts.join('\n')).slice(0, 10))}`;
