import type { NamedSet } from '../paste/named-sets.ts';
import { NORMAL_FORM } from '../sale/forms.ts';
import { LIMITS } from '../shared/limits.ts';
import { ANY, type PriceCheck, printCheck, readCheck } from './price-check-search-params.ts';
import { searchText } from './search-param-values.ts';

/** A pokemon with the description that its price is checked for. */
export interface NamedCheck {
  name: string;
  check: PriceCheck;
}

const PARAM = 'set';
/** Between the name and the check; no name contains it. */
const SEPARATOR = '~';
/** Upper bound on the length of one check in a URL. */
const MAX_LENGTH = 500;

/** The price check of a pasted set. */
export const checkOfSet = ({ form = '', hasForms, fields }: NamedSet): PriceCheck => ({
  ...ANY,
  nature: fields.nature ?? '',
  ability: fields.ability ?? '',
  // The only form of a species tells nothing.
  form: hasForms || form !== NORMAL_FORM ? form : '',
  shiny: fields.is_shiny ?? null,
  spread: fields.spread ?? ANY.spread,
  price: fields.price ?? null,
});

/** The query string of several checks. */
export const printChecks = (checks: readonly NamedCheck[]): string =>
  `?${new URLSearchParams(checks.map(({ name, check }) => [PARAM, `${name}${SEPARATOR}${printCheck(check)}`]))}`;

/** Reads it; invalid parts count as absent, and checks beyond the limit are ignored. */
export const readChecks = (search: string): NamedCheck[] =>
  new URLSearchParams(search)
    .getAll(PARAM)
    .slice(0, LIMITS.paste.sets)
    .flatMap((text) => {
      const [name = '', check = ''] = text.slice(0, MAX_LENGTH).split(SEPARATOR);
      const known = searchText(name);
      return known === undefined ? [] : [{ name: known, check: readCheck(check) }];
    });
