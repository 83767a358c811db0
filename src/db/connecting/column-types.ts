import { TypeOverrides, types } from 'pg';

/** ISO 8601 of a database timestamp. UTC timestamps are converted as text, since parsing dates is slow. */
export const isoTime = (timestamp: string): string =>
  timestamp.endsWith('+00')
    ? `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${timestamp.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
    : new Date(timestamp).toISOString();

const asText = (value: string): string => value;

/** How rows hold values: int8 as a number, a date or timestamp as text, a timestamptz as its ISO 8601 text. */
export const columnTypes = new TypeOverrides();
columnTypes.setTypeParser(types.builtins.INT8, Number);
columnTypes.setTypeParser(types.builtins.DATE, asText);
columnTypes.setTypeParser(types.builtins.TIMESTAMP, asText);
columnTypes.setTypeParser(types.builtins.TIMESTAMPTZ, isoTime);
