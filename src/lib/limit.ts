/** A limit times `RATE_LIMIT_FACTOR`, in whole uses: at least one is always allowed. */
export const scaleLimit = ({ rateLimitFactor }: { rateLimitFactor: number }, limit: number): number =>
  Math.max(1, Math.round(limit * rateLimitFactor));
