import { type IvColumn, ivColumn, STATS } from '../sale/ivs.ts';

/** The traits whose worth is shown on the page of a pokemon (docs/trait-worth.md). */
export const TRAITS = ['is_shiny', 'nature', 'ability', 'form', ...STATS.map(ivColumn)] as const;
export type Trait = 'is_shiny' | 'nature' | 'ability' | 'form' | IvColumn;

/** Sales more than this many days apart are no pair. */
export const PAIR_DAYS = 60;
/** Fewer pairs are too few to show. */
export const MIN_PAIRS = 5;
/** The newest sales of a name in which pairs are searched. */
export const COMPARED_SALES = 2_000;
/** The pairs of a trait that are listed, newest first. */
export const LISTED_PAIRS = 100;
/** The share of names without any premium on which a trait may be called dearer or cheaper. */
export const CLAIM_LEVEL = 0.05;
