import { Routine } from '@mikro-orm/core';
import { IGNORED_IN_NAMES } from '../../contract/shared/text.ts';

const FOLDED = `replace(replace(lower(normalize(name, NFKD)), '♀', 'f'), '♂', 'm')`;

/**
 * `nameKey` in the database: columns, indexes and statements compare names with it. A single expression, so that the
 * planner inlines it.
 */
export const nameKeyRoutine = new Routine({
  name: 'name_key',
  type: 'function',
  language: 'sql',
  deterministic: true,
  params: { name: { type: 'text' } },
  returns: { runtimeType: 'string', columnType: 'text' },
  body: `select coalesce(nullif(regexp_replace(${FOLDED}, '${IGNORED_IN_NAMES.source}', '', 'g'), ''), ${FOLDED})`,
});
