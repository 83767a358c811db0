/** Traits that the likeness of two sales is made of; each can be left out of account. */
export const LIKENESS_TRAITS = ['ivs', 'nature', 'ability', 'form', 'shiny', 'time'] as const;
export type LikenessTrait = (typeof LIKENESS_TRAITS)[number];
