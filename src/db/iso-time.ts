/** ISO 8601 of a database timestamp. UTC timestamps are converted as text, since parsing dates is slow. */
export const isoTime = (timestamp: string): string =>
  timestamp.endsWith('+00')
    ? `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${timestamp.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
    : new Date(timestamp).toISOString();
