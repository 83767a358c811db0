/** The traits that determine the similarity of two sales; each can be ignored. */
export const SIMILARITY_TRAITS = ['ivs', 'nature', 'ability', 'form', 'shiny', 'time'] as const;
export type SimilarityTrait = (typeof SIMILARITY_TRAITS)[number];

/** Traits in a query string: `nature,time`. Others are ignored. */
export const readTraits = (text: string): SimilarityTrait[] => {
  const named = text.toLowerCase().split(',');
  return SIMILARITY_TRAITS.filter((trait) => named.includes(trait));
};

/** How a sale matches what was asked for (docs/similar-sales.md). Only the first two are compared. */
export const MATCHES = ['exact', 'similar', 'other'] as const;
export type Match = (typeof MATCHES)[number];

/** The traits of a sale that can be compared: null and empty ones are unknown, and its time is always known. */
export const comparableTraits = (
  traits: Record<Exclude<SimilarityTrait, 'time'>, string | boolean | null>,
): SimilarityTrait[] =>
  SIMILARITY_TRAITS.filter((trait) => trait === 'time' || (traits[trait] !== null && traits[trait] !== ''));
