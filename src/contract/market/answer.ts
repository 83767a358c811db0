import { z } from 'zod';

/** Counts, positions and single prices of some sales, never a mean (docs/product.md "Purpose and roles"). */
const zSaleFigures = z.object({
  sales: z.number(),
  /** Whether these are as many sales as one answer considers, so that older ones may be left out of all figures. */
  newest_only: z.boolean(),
  /** The lowest and highest price; null without sales, as all prices and days here. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** The ends of the middle half of the prices. Both were paid. */
  half_from: z.number().nullable(),
  half_to: z.number().nullable(),
  /** The price and day of the last sale. */
  last_price: z.number().nullable(),
  last_sold: z.string().nullable(),
  with_proof: z.number(),
});
export type SaleFigures = z.infer<typeof zSaleFigures>;

/** What a name sold for (docs/similar-sales.md). */
export const zAnswer = z.object({
  /** The sales with everything that was asked for. */
  exact: zSaleFigures,
  /** The other sales that are similar; null when nothing was asked for in which they could differ. */
  similar: zSaleFigures.nullable(),
});
export type Answer = z.infer<typeof zAnswer>;

/** The answer to a filter; null when it does not name exactly one name. */
export const zFilterAnswer = z.object({ answer: zAnswer.nullable() });
