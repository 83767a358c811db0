/** Where a tab keeps an unsent form of an account: a name in its session storage. */
export const draftPlace = (userId: number | undefined, slot: string): string =>
  `marketdex.draft ${userId} ${slot}`;

/** Empties the session storage of this tab, except for the unsent forms of one account. */
export function forgetDrafts(except?: number): void {
  try {
    for (const place of Object.keys(sessionStorage))
      if (!place.startsWith(draftPlace(except, ''))) sessionStorage.removeItem(place);
  } catch {
    // Without storage there are none.
  }
}
