import { defineEntity, p } from '@mikro-orm/core';

/** The uses of a limit in its window, when there is no Redis. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  // The limiter inserts by position, so the columns must be in this order.
  properties: {
    /** The limit and a keyed hash of the subject, so that no names or addresses are stored. */
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** End of the window, in milliseconds since 1970. */
    expire: p.bigint('number').nullable(),
  },
});
