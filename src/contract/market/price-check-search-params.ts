import type { NamedSet } from '../paste/named-sets.ts';
import { NORMAL_FORM } from '../sale/forms.ts';
import { byStat, STATS } from '../sale/ivs.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { isEmptySpread, type KnownIvs, spreadText } from '../sale/spreads.ts';
import { LIMITS } from '../shared/limits.ts';
import { oneOf, price, readWholeNumber, searchText, trueOrFalse } from '../shared/search-param-values.ts';
import { exactIvs, ivFilters } from './filter-terms.ts';
import type { SimilarTo } from './market.ts';
import type { MarketFilters } from './market-search-params.ts';
import { readTraits, type SimilarityTrait } from './similarity.ts';

/** What similar sales are compared with; empty and null fields are ignored. */
export interface PriceCheck {
  nature: string;
  ability: string;
  form: string;
  shiny: boolean | null;
  spread: KnownIvs;
  /** At least this many of the six IVs are 31. */
  minPerfectIvs: number | null;
  price: number | null;
  without: SimilarityTrait[];
}

export const ANY: PriceCheck = {
  nature: '',
  ability: '',
  form: '',
  shiny: null,
  spread: byStat(() => null),
  minPerfectIvs: null,
  price: null,
  without: [],
};

const readIv = readWholeNumber(LIMITS.iv.min, LIMITS.iv.max);
const readPerfectIvs = readWholeNumber(1, STATS.length);

/** Parses six IVs in a URL, such as `31-31-31-x-31-31`; invalid IVs count as unknown. */
export function readSpread(text: string): KnownIvs {
  const parts = text.split('-');
  return byStat((stat) => readIv(parts[STATS.indexOf(stat)] ?? '') ?? null);
}

/** The id of a price check on the page of a name: it is below the fold of a phone. */
export const PRICE_CHECK = 'price-check';

/** A check without any description. */
const NOTHING = 'any';

const readNature = oneOf(NATURE_NAMES);

/** A check as one URL parameter: `nature.Adamant_ivs.31-31-31-x-31-31_price.500000`. A `_` in a value is doubled. */
export function printCheck({
  spread,
  minPerfectIvs,
  without,
  price: asked,
  shiny,
  ...named
}: PriceCheck): string {
  const values: [string, string | number | boolean | null][] = [
    ...Object.entries(named),
    ['shiny', shiny],
    ['ivs', isEmptySpread(spread) ? null : spreadText(spread, '-')],
    ['perfect', minPerfectIvs],
    ['price', asked],
    ['without', without.join(',')],
  ];
  const given = values.filter(([, value]) => value !== '' && value !== null);
  return (
    given.map(([field, value]) => `${field}.${String(value).replaceAll('_', '__')}`).join('_') || NOTHING
  );
}

/** Parses it; invalid parts count as absent. */
export function readCheck(text: string): PriceCheck {
  const values = new Map(
    (text.match(/(?:[^_]|__)+/g) ?? []).map((part) => {
      const dot = part.indexOf('.');
      return [part.slice(0, dot), part.slice(dot + 1).replaceAll('__', '_')] as const;
    }),
  );
  const value = (field: string) => values.get(field) ?? '';
  return {
    nature: readNature(value('nature')) ?? '',
    ability: searchText(value('ability')) ?? '',
    form: searchText(value('form')) ?? '',
    shiny: trueOrFalse(value('shiny')) ?? null,
    spread: readSpread(value('ivs')),
    minPerfectIvs: readPerfectIvs(value('perfect')) ?? null,
    price: price(value('price')) || null,
    without: readTraits(value('without')),
  };
}

/**
 * The check that corresponds to a list's filters, as far as filters can express it. If they ask for an exact price, that is
 * the price to compare.
 */
export function checkOf(filters: MarketFilters): PriceCheck {
  const { nature = '', ability = '', form = '', is_shiny: shiny = null, min_perfect_ivs } = filters;
  const { min_price: from = null, max_price: to } = filters;
  const ivs = exactIvs(filters);
  const spread = byStat((stat) => ivs[stat] ?? null);
  const price = from === to ? from : null;
  return { ...ANY, nature, ability, form, shiny, spread, minPerfectIvs: min_perfect_ivs || null, price };
}

/** The filters of a list that `checkOf` does not use. */
export function filtersBesidesCheck(filters: MarketFilters): MarketFilters {
  const { name: _, exact: __, nature, ability, form, is_shiny, min_perfect_ivs, ...others } = filters;
  const used = [
    ...(checkOf(filters).price === null ? [] : ['min_price', 'max_price']),
    ...Object.keys(ivFilters(checkOf(filters).spread)),
  ];
  return { ...others, ...Object.fromEntries(used.map((param) => [param, undefined])) };
}

/** The request to the server. */
export function describedBy(kind: SaleKind, name: string, check: PriceCheck): SimilarTo {
  const { price, without } = check;
  if (kind === 'item') return { kind, name, price, without };
  const { nature, ability, form, shiny: is_shiny, spread: ivs, minPerfectIvs: min_perfect_ivs } = check;
  return {
    kind,
    name,
    price,
    without,
    nature: nature || null,
    ability: ability || null,
    form: form || null,
    is_shiny,
    ivs,
    min_perfect_ivs,
  };
}

/** The filters of a check's title: its traits, also ignored ones, without its price and single IVs. */
export const titleFilters = (kind: SaleKind, name: string, check: PriceCheck): MarketFilters =>
  checkFilters(kind, name, { ...check, spread: ANY.spread, without: [] });

/** The filters for the sales that a check describes: without its price and the traits that it ignores. */
export function checkFilters(kind: SaleKind, name: string, check: PriceCheck): MarketFilters {
  const { nature, ability, form, shiny, spread, minPerfectIvs, without } = check;
  const ofName: MarketFilters = { name, exact: true };
  if (kind === 'item') return ofName;
  const uses = (trait: SimilarityTrait) => !without.includes(trait);
  return {
    ...ofName,
    ...(nature && uses('nature') && { nature }),
    ...(ability && uses('ability') && { ability }),
    ...(form && uses('form') && { form }),
    ...(shiny !== null && uses('shiny') && { is_shiny: shiny }),
    ...(uses('ivs') && ivFilters(spread)),
    ...(minPerfectIvs !== null && uses('ivs') && { min_perfect_ivs: minPerfectIvs }),
  };
}

/** A pokemon with the description that its price is checked for. */
export interface NamedCheck {
  name: string;
  check: PriceCheck;
}

const PARAM = 'set';
/** Between the name and the check; no name contains it. */
const SEPARATOR = '~';
const MAX_LENGTH = 500;

export const checkOfSet = ({ form = '', hasForms, fields }: NamedSet): PriceCheck => ({
  ...ANY,
  nature: fields.nature ?? '',
  ability: fields.ability ?? '',
  // The only form of a species says nothing.
  form: hasForms || form !== NORMAL_FORM ? form : '',
  shiny: fields.is_shiny ?? null,
  spread: fields.spread ?? ANY.spread,
  minPerfectIvs: fields.min_perfect_ivs ?? null,
  price: fields.price ?? null,
});

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
