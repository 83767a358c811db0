/** The shapes of REST responses, field by field as in docs/api.md: written by hand, independent of the schemas. */
const user = {
  user_id: 'number',
  username: 'string',
  email: 'string',
  role: 'string',
  account_status: 'string',
  lastLogin: 'string',
  created: 'string',
};

const sale = {
  sale_id: 'number',
  price: 'number',
  date_sold: 'string',
  proof_url: 'string',
  image_url: 'null',
  status: 'string',
  submitted_by: 'number',
  submitted_by_username: 'string',
  date_submitted: 'string',
  approved_by: 'null',
  review_notes: 'null',
  version: 'number',
};

const ivs = {
  hp_iv: 'number',
  atk_iv: 'number',
  def_iv: 'number',
  spatk_iv: 'number',
  spdef_iv: 'number',
  speed_iv: 'number',
};

const sold = { today: 'number', recent: 'number' };

const point = {
  date: 'string',
  price: 'number',
  volume: 'number',
  low: 'number',
  high: 'number',
  sale_id: 'number',
};

const figures = {
  sales: 'number',
  newest_only: 'boolean',
  low: 'number',
  high: 'number',
  half_from: 'number',
  half_to: 'number',
  last_price: 'number',
  last_sold: 'string',
  with_proof: 'number',
};

const duplicateGroup = { price: 'number', date: 'string', count: 'number', proof_urls: 'string' };

const switches = { inbox: 'boolean', email: 'boolean' };
const working = { failing_since: 'null', last_error: 'null', paused_since: 'null' };

export const SHAPES = {
  user,
  signedIn: { user, token: 'string' },
  factorStatus: {
    is2FAEnabled: 'boolean',
    passkeys: 'number',
    recoveryCodesLeft: 'number',
    required: 'null',
  },
  passkey: { id: 'string', name: 'string', created: 'string', lastUsed: 'null', synced: 'boolean' },
  /** The first part of an account's own data. */
  ownAccount: {
    user_id: 'number',
    username: 'string',
    email: 'string',
    role: 'string',
    staff_since: 'null',
    account_status: 'string',
    created: 'string',
    last_login: 'null',
    email_confirmed: 'string',
    feed_created: 'null',
    two_factor: 'boolean',
  },
  factorSetup: { qrCode: 'string', manualEntryKey: 'string', accountName: 'string', issuer: 'string' },
  item: { ...sale, item_id: 'number', item_name: 'string' },
  /** With a picture, a level and a held item. */
  pokemon: {
    ...sale,
    image_url: 'string',
    pokemon_id: 'number',
    pokemon_name: 'string',
    form: 'string',
    pokemon_type: 'string',
    nature: 'string',
    ability: 'string',
    hidden_power: 'string',
    level: 'number',
    is_shiny: 'boolean',
    held_item: 'string',
    ...ivs,
  },
  /** The fields that review adds to a sale, for those who may see them. */
  review: { approved_by: 'number', review_notes: 'string' },
  ownReport: {
    report_id: 'number',
    sale_id: 'number',
    kind: 'string',
    name: 'string',
    reason: 'string',
    comment: 'string',
    duplicate_of: 'null',
    reported_at: 'string',
    outcome: 'null',
    decided_at: 'null',
    decision_comment: 'null',
  },
  submitted: { sale_id: 'number', status: 'string', message: 'string' },
  suggestion: { name: 'string', image_url: 'null', pokemon_type: 'null', sales: 'number' },
  follow: {
    follow_id: 'number',
    kind: 'string',
    search: 'string',
    label: 'string',
    condition: { type: 'string', price: 'number' },
    channels: { inbox: 'boolean', email: 'string', discord: 'boolean', feed: 'boolean' },
    paused: 'boolean',
    created: 'string',
    since: 'string',
    last_match: 'string',
  },
  unread: { unread: 'number', rejected: 'number' },
  inboxEntry: {
    entry_id: 'number',
    at: 'string',
    read: 'boolean',
    sale_id: 'number',
    price: 'number',
    date_sold: 'string',
    resubmitted: 'null',
    kind: 'string',
    data: { name: 'string', reason: 'string' },
  },
  notices: {
    submissions: { approved: switches, rejected: switches, corrected: switches, returned: switches },
    email: { confirmed: 'boolean', ...working },
    discord: { connected: 'boolean', ...working },
  },
  feedAddress: { url: 'string', created: 'string' },
  answer: { exact: figures, similar: 'null' },
  traitFigures: {
    trait: 'string',
    value: 'string',
    other: 'string',
    pairs: 'number',
    dearer: 'number',
    cheaper: 'number',
    half_from: 'number',
    half_to: 'number',
    differences: ['number'],
    p_value: 'number',
    claim: 'null',
  },
  history: { data: [point], total_records: 'number' },
  ownSales: {
    data: [{ ...point, name: 'string', nature: 'string', perfect_ivs: 'number', is_shiny: 'boolean' }],
    total_records: 'number',
    names: 'number',
    kind: 'string',
    kinds: { item: 'number', pokemon: 'number' },
  },
  /** The fields that the review list adds to a sale with open reports. */
  reviewed: {
    kind: 'string',
    flags: [{ flag: 'string' }],
    checked_at: 'string',
    decided: { by: 'null', at: 'string' },
    deleted_at: 'null',
    deleted_by: 'null',
    reports: { total: 'number', reasons: [{ reason: 'string', reports: 'number' }] },
  },
  overview: {
    today: 'string',
    since: 'string',
    sales: { item: sold, pokemon: sold },
    most_traded: [
      { kind: 'string', name: 'string', image_url: 'string', pokemon_type: 'string', sales: 'number' },
    ],
  },
  sprite: { imgur_url: 'string', variant: 'string' },
  spriteEntry: {
    id: 'number',
    pokemon_id: 'number',
    pokemon_name: 'string',
    variant: 'string',
    imgur_url: 'string',
  },
  stats: {
    total_users: 'number',
    total_item_sales: 'number',
    total_pokemon_sales: 'number',
    pending_item_reviews: 'number',
    pending_pokemon_reviews: 'number',
    approved_items: 'number',
    approved_pokemon: 'number',
    rejected_items: 'number',
    rejected_pokemon: 'number',
  },
  ability: { ability_id: 'number', ability_name: 'string' },
  setting: { key: 'string', value: 'string' },
  duplicates: {
    items: [{ item_ids: 'string', name: 'string', ...duplicateGroup }],
    pokemon: [
      {
        sale_ids: 'string',
        pokemon_name: 'string',
        ...duplicateGroup,
        nature: 'string',
        ability: 'string',
        hidden_power: 'string',
        form: 'string',
        ...ivs,
      },
    ],
    total_items: 'number',
    total_pokemon: 'number',
    scanned_at: 'string',
    status: 'string',
  },
  message: { message: 'string' },
  logFile: { name: 'string', category: 'string', size: 'number', modified: 'string' },
  logCounts: {
    database: 'number',
    security: 'number',
    api: 'number',
    errors: 'number',
    discord: 'number',
    general: 'number',
  },
  /** Without personal data. */
  logEntry: {
    id: 'string',
    timestamp: 'string',
    level: 'string',
    category: 'string',
    message: 'string',
    metadata: {},
    user: 'null',
    ip: 'null',
  },
} as const;

/** The shape of a paged list. */
export const pageShape = (row: unknown) => ({
  data: [row],
  pagination: { page: 'number', limit: 'number', total: 'number', totalPages: 'number' },
});

/** Replaces the values in a response with their types; a list is reduced to its first entry. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shapeOf(entry)]));
}
