import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import { byStat, type Spread, STATS, type Stat } from '../../contract/sale/ivs.ts';
import { NATURE_NAMES } from '../../contract/sale/nature-names.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { DAY_MS, daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { SpeciesData } from '../catalogue/catalogue.data.ts';
import type { SaleDraft, Traits } from '../sales/drafts.ts';
import { FAVOURITES, itemValuation, pokemonValuation, priceOf, type Valuation } from './market-model.ts';
import { Random, zipf } from './random.ts';

/** An error planted on purpose, to measure how well such errors are detected. */
type Planted =
  | { kind: 'duplicate'; of: GeneratedSale }
  /** `price` is the correct price. */
  | { kind: 'typo'; price: number };

export interface GeneratedSale {
  draft: SaleDraft;
  status: SaleStatus;
  /** Index of the submitter. */
  submitter: number;
  submittedAt: Date;
  decidedAt: Date | undefined;
  reviewNotes: string | null;
  planted: Planted | null;
}

export interface GeneratorOptions {
  /** The same seed, moment and catalogue give the same sales. */
  seed: number;
  /** The end of the market: nothing is sold, submitted or decided later. */
  now: Date;
  submitters: number;
  species: readonly SpeciesData[];
  items: readonly { name: string; category: string | null }[];
}

/** Pokemon are from games up to this generation, regardless of the setting. */
const GENERATION = 5;
const DAYS = 730;
/** Exponent of the power law over names. */
const POPULARITY = 0.9;
/** Pending sales are at most this many days old. */
const PENDING_DAYS = 10;

const SHARE = {
  pokemon: 0.6,
  pending: 0.06,
  rejected: 0.05,
  proof: 0.65,
  sharedThread: 0.3,
  fittingNature: 0.55,
  shiny: 0.03,
  otherForm: 0.3,
  held: 0.12,
  level: 0.85,
};
/** The distribution of perfect IVs among a hundred pokemon: 12 have none, 10 have one, … */
const PERFECT_IVS = [12, 10, 14, 20, 20, 18, 6].flatMap((share, perfect) =>
  Array<number>(share).fill(perfect),
);
const REJECTIONS = ['No proof of the sale.', 'The price does not match the thread.', 'Already submitted.'];
const THREADS = 60;
/** What is planted in each 200 sales, in random order: 2.5 % near-duplicates, 1 % prices wrong by a factor of ten. */
const PLAN: readonly (Planted['kind'] | null)[] = [
  ...Array<'duplicate'>(5).fill('duplicate'),
  ...Array<'typo'>(2).fill('typo'),
  ...Array<null>(193).fill(null),
];
/** Size of the sample of earlier sales from which the original of a duplicate is picked. */
const MEMORY = 400;

interface Pokemon {
  name: string;
  valuation: Valuation;
  forms: { form: string; abilities: string[] }[];
}

const legalPokemon = (species: readonly SpeciesData[]): Pokemon[] =>
  species
    .filter(({ generation }) => generation <= GENERATION)
    .map(({ name, forms }) => ({
      name,
      valuation: pokemonValuation(name),
      forms: forms
        .filter((form) => form.generation <= GENERATION)
        .map(({ form, abilities }) => ({
          form,
          abilities: abilities.filter(({ since }) => since <= GENERATION).map((ability) => ability.name),
        }))
        .filter(({ abilities }) => abilities.length > 0),
    }))
    .filter(({ forms }) => forms.length > 0);

function spread(random: Random): Spread {
  const perfect = random.pick(PERFECT_IVS);
  const best = new Set<Stat>(random.shuffled(STATS).slice(0, perfect));
  return byStat((stat) => (best.has(stat) ? LIMITS.iv.max : random.below(LIMITS.iv.max)));
}

function traitsOf(pokemon: Pokemon, heldItems: readonly string[], random: Random): Traits {
  const base = pokemon.forms.find(({ form }) => form === NORMAL_FORM) ?? pokemon.forms[0];
  const { form, abilities } = base && !random.chance(SHARE.otherForm) ? base : random.pick(pokemon.forms);
  return {
    form,
    ability: random.pick(abilities),
    nature: random.chance(SHARE.fittingNature)
      ? random.pick(pokemon.valuation.natures)
      : random.pick(NATURE_NAMES),
    level: random.chance(SHARE.level) ? random.pick([1, 50, 100, 1 + random.below(100)]) : null,
    is_shiny: random.chance(SHARE.shiny),
    held_item: heldItems.length && random.chance(SHARE.held) ? random.pick(heldItems) : null,
    ivs: spread(random),
  };
}

function proofUrl(random: Random): string | null {
  if (!random.chance(SHARE.proof)) return null;
  const thread = random.chance(SHARE.sharedThread)
    ? `${1 + random.below(THREADS)}#post-${1 + random.below(400)}`
    : `${1_000 + random.below(900_000)}`;
  return `https://forum.example/threads/${thread}`;
}

function statusOf(random: Random): SaleStatus {
  const point = random.next();
  if (point < SHARE.pending) return 'pending';
  return point < SHARE.pending + SHARE.rejected ? 'rejected' : 'approved';
}

/** Submitted within three days of the sale and decided within two more days, all before the end. */
function timesOf(dateSold: string, status: SaleStatus, now: Date, random: Random) {
  const sold = Date.parse(dateSold);
  const end = now.getTime();
  const submitted = sold + Math.floor(random.next() * Math.min(3 * DAY_MS, end - sold));
  const decided = submitted + Math.floor(random.next() * Math.min(2 * DAY_MS, end - submitted));
  return {
    submittedAt: new Date(submitted),
    decidedAt: status === 'pending' ? undefined : new Date(decided),
  };
}

/** Favourites first, the others in random order. */
function byPopularity<T extends { name: string }>(named: readonly T[], random: Random): T[] {
  const rank = ({ name }: T) => (FAVOURITES.includes(name) ? FAVOURITES.indexOf(name) : FAVOURITES.length);
  return random.shuffled(named).sort((a, b) => rank(a) - rank(b));
}

/** Generates any number of sales; see `generateSales`. */
class SaleGenerator {
  readonly #random: Random;
  readonly #options: GeneratorOptions;
  readonly #drawPokemon: (random: Random) => Pokemon;
  readonly #drawItem: (random: Random) => { name: string; valuation: Valuation };
  readonly #drawSubmitter: (random: Random) => number;
  readonly #heldItems: string[];
  /** Used pairs of name and price, so that no sale looks like a duplicate by accident. */
  readonly #used = new Set<string>();
  readonly #recent: GeneratedSale[] = [];
  #plan: (Planted['kind'] | null)[] = [];

  constructor(options: GeneratorOptions) {
    const random = new Random(options.seed);
    this.#random = random;
    this.#options = options;
    this.#drawPokemon = zipf(byPopularity(legalPokemon(options.species), random), POPULARITY);
    const items = options.items.map((item) => ({ name: item.name, valuation: itemValuation(item) }));
    this.#drawItem = zipf(byPopularity(items, random), POPULARITY);
    this.#drawSubmitter = zipf([...Array(options.submitters).keys()], 0.7);
    this.#heldItems = options.items.filter(({ category }) => category === 'held').map(({ name }) => name);
  }

  next(): GeneratedSale {
    const random = this.#random;
    if (this.#plan.length === 0) this.#plan = random.shuffled(PLAN);
    const planted = this.#plan.pop();
    if (planted === 'duplicate' && this.#recent.length) return this.#duplicate(random.pick(this.#recent));
    const sale = this.#clean();
    if (planted === 'typo') return this.#mistyped(sale);
    this.#remember(sale);
    return sale;
  }

  #remember(sale: GeneratedSale): void {
    if (this.#recent.length < MEMORY) this.#recent.push(sale);
    else this.#recent[this.#random.below(MEMORY)] = sale;
  }

  #clean(): GeneratedSale {
    const random = this.#random;
    const { now } = this.#options;
    const status = statusOf(random);
    const maxAge = status === 'pending' ? PENDING_DAYS : DAYS;
    // Rounded, so that the current day, of which a part is over, has half of the sales that its place would give.
    const age = Math.round(maxAge * random.next() ** 1.4);
    const date_sold = daysBefore(todayUtc(now), age);
    return {
      draft: { ...this.#subject(age), date_sold, proof_url: proofUrl(random) },
      status,
      submitter: this.#drawSubmitter(random),
      ...timesOf(date_sold, status, now, random),
      reviewNotes: status === 'rejected' ? random.pick(REJECTIONS) : null,
      planted: null,
    };
  }

  /** What is sold, and for how much. */
  #subject(age: number): Pick<SaleDraft, 'kind' | 'name' | 'price' | 'traits'> {
    const random = this.#random;
    if (!random.chance(SHARE.pokemon)) {
      const { name, valuation } = this.#drawItem(random);
      return { kind: 'item', name, traits: null, price: this.#price(name, valuation, age, null) };
    }
    const pokemon = this.#drawPokemon(random);
    const traits = traitsOf(pokemon, this.#heldItems, random);
    const { name, valuation } = pokemon;
    return { kind: 'pokemon', name, traits, price: this.#price(name, valuation, age, traits) };
  }

  #price(name: string, valuation: Valuation, age: number, traits: Traits | null): number {
    let price = 0;
    for (let tries = 0; tries < 8; tries += 1) {
      price = priceOf(valuation, age, traits, this.#random);
      if (!this.#used.has(`${name} ${price}`)) break;
    }
    this.#used.add(`${name} ${price}`);
    return price;
  }

  /** The same sale by another submitter, up to three days later. */
  #duplicate(of: GeneratedSale): GeneratedSale {
    const random = this.#random;
    const { now, submitters } = this.#options;
    const latest = Date.parse(todayUtc(now));
    const day = Math.min(latest, Date.parse(of.draft.date_sold) + random.below(4) * DAY_MS);
    const date_sold = new Date(day).toISOString().slice(0, 10);
    const sameProof = random.chance(0.5);
    return {
      ...of,
      draft: { ...of.draft, date_sold, proof_url: sameProof ? of.draft.proof_url : proofUrl(random) },
      submitter: (of.submitter + 1 + random.below(Math.max(1, submitters - 1))) % submitters,
      ...timesOf(date_sold, of.status, now, random),
      planted: { kind: 'duplicate', of },
    };
  }

  /** A price with a zero too many or too few. */
  #mistyped(sale: GeneratedSale): GeneratedSale {
    const { price } = sale.draft;
    const tooMany = price < 1_000 || this.#random.chance(0.7);
    const wrong = tooMany ? Math.min(price * 10, LIMITS.price.max) : Math.round(price / 10);
    return { ...sale, draft: { ...sale.draft, price: wrong }, planted: { kind: 'typo', price } };
  }
}

/**
 * The sales of a realistic market over two years: few names sell often and many rarely, prices are log-normal and
 * depend on species, perfect IVs, nature and shininess, and recent days have more sales. 2.5 % are planted
 * near-duplicates, 1 % are planted prices wrong by a factor of ten, and some sales share a proof thread. All pokemon
 * are legal in generation 5.
 *
 * Sales are generated one by one, not sorted by time, so that any number can be streamed.
 */
export function* generateSales(count: number, options: GeneratorOptions): Generator<GeneratedSale> {
  const generator = new SaleGenerator(options);
  for (let made = 0; made < count; made += 1) yield generator.next();
}
