import { defineEntity, p } from '@mikro-orm/core';

const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  // The limiter inserts by position: the order of the columns is its own.
  properties: {
    /** The limit and a keyed hash of whom it counts: neither names nor addresses stand here. */
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** End of the window, in milliseconds since 1970. */
    expire: p.bigint('number').nullable(),
  },
});

/** What was used of a limit in its window, when there is no Redis to count it. */
export class RateLimit extends RateLimitSchema.class {}
RateLimitSchema.setClass(RateLimit);

export { RateLimitSchema };
