/** Traits that the similarity of two sales is made of; each can be left out of account. */
export const SIMILARITY_TRAITS = ['ivs', 'nature', 'ability', 'form', 'shiny', 'time'] as const;
export type SimilarityTrait = (typeof SIMILARITY_TRAITS)[number];
