/** The end of a message about an unknown name: ` Did you mean Garchomp?`; empty without a similar name. */
export const didYouMean = (near: string | null | undefined): string => (near ? ` Did you mean ${near}?` : '');
