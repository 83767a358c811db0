import { defineEntity, p } from '@mikro-orm/core';
import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import { HIDDEN_POWER_TYPES } from '../../contract/sale/hidden-power-types.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { NATURE_NAMES } from '../../contract/sale/nature-names.ts';
import { SALE_STATUSES } from '../../contract/sale/statuses.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { index, uniqueIndex } from '../../db/tables/indexes.ts';
import { Item, Species } from '../catalogue/catalogue.entity.ts';
import { saleChangeTriggers } from '../changes/sale-change.entity.ts';
import { byAccount } from '../identity/account.entity.ts';

const IV_COLUMNS = STATS.map((stat) => `"${ivColumn(stat)}"`);
const REQUIRED_TRAITS = [
  ...['species_id', 'form', 'nature', 'ability', 'hidden_power', 'is_shiny'].map((column) => `"${column}"`),
  ...IV_COLUMNS,
];
const OPTIONAL_TRAITS = ['"level"', '"held_item"'];

const all = (columns: readonly string[], condition: string) =>
  columns.map((column) => `${column} ${condition}`).join(' and ');
/** Written as PostgreSQL reports it, so that the schema comparison finds no difference. */
const inRange = (column: string, { min, max }: { min: number; max: number }) =>
  `${column} >= ${min} and ${column} <= ${max}`;
const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Begins the import key of every generated sale. The index `sale_demo_index` finds them by it. */
export const DEMO_KEY = 'demo-';

/** Rows that visitors can see; the partial indexes of the browse lists cover only these. */
const PUBLIC = `"status" = 'approved' and "deleted_at" is null`;

const PUBLIC_ITEM = `"kind" = 'item' and ${PUBLIC}`;
const PUBLIC_POKEMON = `"kind" = 'pokemon' and ${PUBLIC}`;

/** Filter columns of pokemon besides name, price and date; fixed-width columns first, because they are read faster. */
const TRAIT_FILTERS = [
  ...IV_COLUMNS,
  ...['perfect_ivs', 'is_shiny', 'nature', 'hidden_power', 'ability', 'form'].map((column) => `"${column}"`),
];
const including = (...columns: string[]) => ` include (${columns.join(', ')})`;

const saleIndex = (name: string, columns: string, where: string, include = '') =>
  index(name, `"sale" (${columns})${include} where ${where}`);

/** Sales with and without a proof: an index-only scan does not need the column of the partial index's condition. */
const proofIndexes = (kind: SaleKind, where: string) =>
  (
    [
      [`sale_${kind}_proof_index`, 'is not null'],
      [`sale_${kind}_no_proof_index`, 'is null'],
    ] as const
  ).map(([name, condition]) =>
    saleIndex(
      name,
      '"date_sold" desc, "sale_id" desc',
      `"proof_url" ${condition} and ${where}`,
      including('"price"'),
    ),
  );

/**
 * Enforces the state machine in the database: pending to approved or rejected, and back to pending; a deleted sale keeps
 * its status; every transition increments the version. Kind, id and submission time never change.
 */
const STATE_MACHINE = [
  'if new.sale_id <> old.sale_id or new.kind <> old.kind or new.date_submitted <> old.date_submitted',
  "then raise exception 'sale %: kind and submission do not change', old.sale_id using errcode = 'restrict_violation';",
  'end if;',
  "if new.status <> old.status and (old.deleted_at is not null or (old.status <> 'pending' and new.status <> 'pending'))",
  "then raise exception 'sale %: no step from % to %', old.sale_id, old.status, new.status using errcode = 'restrict_violation';",
  'end if;',
  'if new.version <> old.version + 1 and (new.version <> old.version or new.status <> old.status',
  'or new.price <> old.price or new.deleted_at is distinct from old.deleted_at)',
  "then raise exception 'sale %: version % after %', old.sale_id, new.version, old.version using errcode = 'restrict_violation';",
  'end if;',
  'return new;',
].join(' ');

export const SaleSchema = defineEntity({
  name: 'Sale',
  tableName: 'sale',
  abstract: true,
  discriminatorColumn: 'kind',
  triggers: [
    { name: 'sale_state_machine', timing: 'before', events: ['update'], body: STATE_MACHINE },
    ...saleChangeTriggers,
  ],
  checks: [
    { name: 'sale_price_check', expression: inRange('"price"', LIMITS.price) },
    { name: 'sale_decided_check', expression: `("status" = 'pending') = ("decided_at" is null)` },
    { name: 'sale_proof_check', expression: `"proof_url" ~ '^https?://'` },
    {
      name: 'sale_traits_check',
      expression: `case "kind" when 'pokemon' then "item_id" is null and ${all(REQUIRED_TRAITS, 'is not null')} else ${all(
        [...REQUIRED_TRAITS, ...OPTIONAL_TRAITS],
        'is null',
      )} end`,
    },
    {
      name: 'sale_ivs_check',
      expression: IV_COLUMNS.map((column) => inRange(column, LIMITS.iv)).join(' and '),
    },
    { name: 'sale_level_check', expression: inRange('"level"', LIMITS.level) },
    { name: 'sale_nature_check', expression: `"nature" in (${quoted(NATURE_NAMES)})` },
    { name: 'sale_hidden_power_check', expression: `"hidden_power" in (${quoted(HIDDEN_POWER_TYPES)})` },
  ],
  indexes: [
    saleIndex(
      'sale_item_newest_index',
      '"date_sold" desc, "sale_id" desc',
      PUBLIC_ITEM,
      including('"price"'),
    ),
    // Includes the name, so that other names' cheaper sales are skipped without reading the table.
    saleIndex(
      'sale_item_price_index',
      '"price", "sale_id"',
      PUBLIC_ITEM,
      including('"date_sold"', '"name_key"'),
    ),
    // Each includes all filter columns of pokemon, so that an index-only scan suffices for a count with any filter.
    saleIndex(
      'sale_pokemon_newest_index',
      '"date_sold" desc, "sale_id" desc',
      PUBLIC_POKEMON,
      including('"price"', ...TRAIT_FILTERS),
    ),
    saleIndex(
      'sale_pokemon_price_index',
      '"price", "sale_id"',
      PUBLIC_POKEMON,
      including('"date_sold"', ...TRAIT_FILTERS, '"name_key"'),
    ),
    saleIndex(
      'sale_traits_index',
      '"nature", "hidden_power", "perfect_ivs"',
      PUBLIC_POKEMON,
      including(
        ...['"price"', '"date_sold"', '"sale_id"'],
        ...TRAIT_FILTERS.filter(
          (column) => !['"nature"', '"hidden_power"', '"perfect_ivs"'].includes(column),
        ),
      ),
    ),
    saleIndex(
      'sale_ability_index',
      'lower("ability")',
      PUBLIC_POKEMON,
      including('"price"', '"date_sold"', '"sale_id"', ...TRAIT_FILTERS),
    ),
    saleIndex('sale_form_index', 'lower("form")', `"form" <> '${NORMAL_FORM}' and ${PUBLIC_POKEMON}`),
    saleIndex('sale_shiny_index', '"date_sold" desc, "sale_id" desc', `"is_shiny" and ${PUBLIC_POKEMON}`),
    ...proofIndexes('item', PUBLIC_ITEM),
    ...proofIndexes('pokemon', PUBLIC_POKEMON),
    saleIndex('sale_level_index', '"level"', `"level" is not null and ${PUBLIC_POKEMON}`),
    saleIndex(
      'sale_item_name_index',
      '"name_key", "date_sold" desc, "sale_id" desc',
      PUBLIC_ITEM,
      including('"price"'),
    ),
    saleIndex(
      'sale_pokemon_name_index',
      '"name_key", "date_sold" desc, "sale_id" desc',
      PUBLIC_POKEMON,
      including('"price"', ...TRAIT_FILTERS),
    ),
    saleIndex('sale_name_price_index', '"kind", "name_key", "price", "sale_id"', PUBLIC),
    saleIndex(
      'sale_pending_index',
      '"date_submitted", "sale_id"',
      `"status" = 'pending' and "deleted_at" is null`,
    ),
    saleIndex('sale_pending_name_index', '"name_key"', `"status" = 'pending' and "deleted_at" is null`),
    saleIndex('sale_submitted_index', '"date_submitted" desc, "sale_id" desc', '"deleted_at" is null'),
    saleIndex('sale_same_name_index', '"name_key", "price"', '"deleted_at" is null'),
    saleIndex(
      'sale_proof_thread_index',
      '"proof_thread"',
      '"proof_thread" is not null and "deleted_at" is null',
    ),
    saleIndex('sale_new_item_index', '"name_key"', `"kind" = 'item' and "item_id" is null`),
    saleIndex('sale_figures_index', '"kind", "status"', '"deleted_at" is null'),
    saleIndex('sale_approved_index', '"decided_at" desc, "sale_id" desc', PUBLIC),
    saleIndex('sale_demo_index', '"sale_id"', `"import_key" like '${DEMO_KEY}%' and ${PUBLIC}`),
    saleIndex('sale_deleted_index', '"date_submitted" desc, "sale_id" desc', '"deleted_at" is not null'),
    saleIndex('sale_corrects_index', '"corrects"', '"corrects" is not null'),
    uniqueIndex('sale_import_key_unique', '"sale" ("import_key") where "import_key" is not null'),
  ],
  properties: {
    saleId: p.integer().primary(),
    kind: p.enum([...SALE_KINDS]),
    /** In the catalogue's spelling; for a new item, as submitted. */
    name: p.string().length(LIMITS.name.max),
    /** The key that finds sales by name, see `nameKey`; computed by the database. */
    nameKey: p.text().generated('(name_key("name"::text)) stored'),
    price: p.bigint('number'),
    dateSold: p.date(),
    proofUrl: p.string().length(LIMITS.proofUrl.max).nullable(),
    /** The normalized thread of the proof (contract/sale/proof.ts). */
    proofThread: p.string().length(LIMITS.proofUrl.max).nullable(),
    status: p.enum([...SALE_STATUSES]).default('pending'),
    submittedBy: () => byAccount('submitted_by').index('sale_submitted_by_index'),
    dateSubmitted: p.datetime(3).defaultRaw('now()'),
    /** Null on a decided sale when the skip-review setting or an operator approved it. */
    decidedBy: () => byAccount('decided_by').index('sale_decided_by_index'),
    decidedAt: p.datetime(3).nullable(),
    reviewNotes: p.text().nullable(),
    /** Incremented with every change. */
    version: p.integer().default(1),
    deletedAt: p.datetime(3).nullable(),
    /** Identifies a line of an imported file, so that a repeated import adds nothing. */
    importKey: p.string().length(64).nullable(),
    /** The rejected sale that this one corrects. Without a foreign key: it never changes, and sales are never removed. */
    corrects: p.integer().nullable(),
  },
});

/** A completed sale of either kind (docs/decisions/0001-one-sale-table.md). */
export class Sale extends SaleSchema.class {}
SaleSchema.setClass(Sale);

export const ItemSaleSchema = defineEntity({
  name: 'ItemSale',
  extends: SaleSchema,
  discriminatorValue: 'item',
  properties: {
    /** Null until a sale with a new name is first approved. */
    item: () => p.manyToOne(Item).joinColumn('item_id').nullable().index('sale_item_id_index'),
  },
});

export class ItemSale extends ItemSaleSchema.class {}
ItemSaleSchema.setClass(ItemSale);

export const PokemonSaleSchema = defineEntity({
  name: 'PokemonSale',
  extends: SaleSchema,
  discriminatorValue: 'pokemon',
  properties: {
    species: () => p.manyToOne(Species).joinColumn('species_id').index('sale_species_id_index'),
    form: p.string().length(LIMITS.name.max),
    nature: p.string().length(20),
    ability: p.string().length(LIMITS.name.max),
    hiddenPower: p.string().length(20),
    level: p.smallint().nullable(),
    isShiny: p.boolean(),
    heldItem: p.string().length(LIMITS.name.max).nullable(),
    hpIv: p.smallint(),
    atkIv: p.smallint(),
    defIv: p.smallint(),
    spatkIv: p.smallint(),
    spdefIv: p.smallint(),
    speedIv: p.smallint(),
    /** The number of IVs that are 31. */
    perfectIvs: p
      .smallint()
      .nullable()
      .generated(`(${IV_COLUMNS.map((column) => `(${column} = ${LIMITS.iv.max})::int`).join(' + ')}) stored`),
  },
});

export class PokemonSale extends PokemonSaleSchema.class {}
PokemonSaleSchema.setClass(PokemonSale);
