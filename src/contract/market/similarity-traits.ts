/** The traits that determine the similarity of two sales; each can be ignored. */
export const SIMILARITY_TRAITS = ['ivs', 'nature', 'ability', 'form', 'shiny', 'time'] as const;
export type SimilarityTrait = (typeof SIMILARITY_TRAITS)[number];
