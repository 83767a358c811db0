// Who may import whom: contract ← lib ← db ← events ← queue ← modules ← runtime ← trpc ← http ← app.
// `scripts/check-architecture.ts` runs these rules as part of `npm test`.

const OURS = '^(src|cli|jobs|web|e2e|bench|scripts|migrations)/';
const CONFIG = '^src/config\\.ts$';
/** Tests and the test kit may import what they test. */
const TESTS = ['\\.test\\.tsx?$', '^(src|web)/testing/'];

const below = {
  contract: ['^src/contract/'],
  lib: ['^src/contract/', '^src/lib/'],
};
below.db = [...below.lib, '^src/db/', CONFIG];
below.events = [...below.db, '^src/events/'];
below.queue = [...below.events, '^src/queue/'];
below.modules = [...below.queue, '^src/modules/'];
below.runtime = [...below.modules, '^src/runtime/'];
below.trpc = [...below.runtime, '^src/trpc/'];
below.http = [...below.trpc, '^src/http/'];

below.webLib = ['^web/lib/', '^src/contract/', '^src/trpc/router\\.ts$'];
below.webUi = [...below.webLib, '^web/ui/'];
/** Parts of several screens. */
const WEB_PARTS = ['accounts', 'charts', 'follows', 'sales', 'two-factor'];
below.webScreens = [...below.webUi, ...WEB_PARTS.map((part) => `^web/${part}/`)];

/** The modules, each importing only modules before it; types too. */
const MODULES = [
  'limits',
  'changes',
  'identity',
  'address-links',
  'audit',
  'sessions',
  'two-factor',
  'settings',
  'mail',
  'inbox',
  'addresses',
  'catalogue',
  'sprites',
  'name-search',
  'market',
  'sales',
  'sale-files',
  'reviews',
  'accounts',
  'password-reset',
  'submissions',
  'follows',
  'duplicates',
  'reviewer-audit',
  'suspensions',
  'pages',
  'demo',
  'discord',
  'notices',
  'logs',
  'backup',
  'stats',
  'secrets',
  'health',
  'cards',
];

/** Reads pasted sets with a library. */
const READS_SETS = '^src/contract/paste/set-lines\\.ts$';

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Product code at `path` imports, of our own files, only those of `allowed`. */
const layer = (name, path, allowed, exceptions = []) =>
  error(
    `layer-${name}`,
    `${name} imports only what lies below it`,
    { path, pathNot: [...TESTS, ...exceptions] },
    { path: OURS, pathNot: allowed },
  );

module.exports = {
  forbidden: [
    // Layers
    layer('contract', '^src/contract/', below.contract),
    layer('lib', '^src/lib/', below.lib),
    layer('config', CONFIG, [...below.lib, CONFIG]),
    layer('db', '^src/db/', below.db, ['^src/db/tables/entities\\.ts$']),
    layer('entity-list', '^src/db/tables/entities\\.ts$', ['^src/(modules|queue)/.*\\.entity\\.ts$']),
    layer('events', '^src/events/', below.events),
    layer('queue', '^src/queue/', below.queue),
    layer('modules', '^src/modules/', below.modules, ['\\.router\\.ts$']),
    layer('routers', '^src/modules/.*\\.router\\.ts$', below.trpc),
    layer('runtime', '^src/runtime/', below.runtime),
    layer('trpc', '^src/trpc/', below.trpc),
    layer('http', '^src/http/', below.http),
    layer('app', '^src/[^/]+\\.ts$', ['^src/', '^jobs/registry\\.ts$'], [CONFIG]),
    layer('jobs', '^jobs/', [...below.runtime, '^jobs/']),
    layer('cli', '^cli/', [...below.runtime, '^cli/']),
    layer('web', '^web/', ['^web/', '^src/contract/', '^src/trpc/router\\.ts$']),
    layer('web-lib', '^web/lib/', below.webLib),
    layer('web-ui', '^web/ui/', below.webUi),
    ...WEB_PARTS.map((part) => layer(`web-${part}`, `^web/${part}/`, [...below.webUi, `^web/${part}/`])),
    layer('web-screens', '^web/features/([^/]+)/', [...below.webScreens, '^web/features/$1/']),
    layer('web-dev', '^web/dev/', [...below.webUi, '^web/dev/']),
    layer('migrations', '^migrations/', ['^migrations/', '^src/contract/sale/proof\\.ts$']),
    error(
      'contract-imports-zod-only',
      'the contract runs in the browser too',
      { path: '^src/contract/', pathNot: [...TESTS, READS_SETS] },
      { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    ),
    error(
      'one-reader-of-sets',
      'the browser loads the library only when sets are pasted',
      { pathNot: READS_SETS },
      { path: '^node_modules/@pkmn/sets/' },
    ),
    error(
      'jobs-only-from-main',
      'without Redis, the web process runs the jobs; only the entry starts them',
      { path: '^src/', pathNot: [...TESTS, '^src/server\\.ts$'] },
      { path: '^jobs/' },
    ),
    error(
      'entry-on-top',
      'nothing imports createApp and the entry',
      { path: '^src/', pathNot: [...TESTS, '^src/(main|server)\\.ts$'] },
      { path: '^src/(app|main|server)\\.ts$' },
    ),
    error(
      'config-is-handed-down',
      'the environment is read once, on top; below, Config is a type',
      { path: '^src/[^/]+/', pathNot: TESTS },
      { path: CONFIG, dependencyTypesNot: ['type-only'] },
    ),

    // The web client
    error(
      'web-knows-the-router-as-a-type',
      'the server is no part of the client',
      { path: '^web/' },
      { path: '^src/trpc/', dependencyTypesNot: ['type-only'] },
    ),
    error(
      'web-without-node',
      'there is no Node in a browser',
      { path: '^web/', pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),

    // Modules
    ...MODULES.map((module, place) =>
      error(
        `module-order-${module}`,
        'a module imports only modules before it in the list above',
        { path: `^src/modules/${module}/`, pathNot: TESTS },
        {
          path: '^src/modules/[^/]+/',
          pathNot: MODULES.slice(0, place + 1).map((one) => `^src/modules/${one}/`),
        },
      ),
    ),
    error(
      'module-listed',
      'a new module takes its place in the list above',
      { path: '^src/modules/[^/]+/', pathNot: [...TESTS, ...MODULES.map((one) => `^src/modules/${one}/`)] },
      {},
    ),
    error(
      'module-borders',
      'of another module: its entities, queries and filters, how they are shown, and types; services.ts puts services together',
      {
        path: '^src/modules/([^/]+)/',
        // It repeats what loops do with their modules, for times in the past.
        pathNot: [...TESTS, '^src/modules/demo/demo-activity\\.ts$'],
      },
      {
        path: '^src/modules/[^/]+/',
        pathNot: [
          '^src/modules/$1/',
          '\\.(entity|filter|queries|presenter)\\.ts$',
          // Pokemon in the catalogue's spelling, its forms, submissions as drafts, the number of the latest
          // change, notices for accounts, and messages to Discord.
          '^src/modules/(catalogue/(pokemon\\.resolver|forms)|sales/drafts|changes/market-sequence|inbox/inbox|discord/discord-(webhook|messages))\\.ts$',
          // Filters that a sale may match.
          '^src/modules/market/filter-index\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    error(
      'one-composition-root',
      'only src/runtime/services.ts builds services',
      {
        path: '^src/',
        pathNot: [...TESTS, '^src/runtime/services\\.ts$', '^src/server\\.ts$', '^src/modules/([^/]+)/'],
      },
      {
        path: '^src/modules/.*\\.service\\.ts$',
        dependencyTypesNot: ['type-only'],
        pathNot: ['^src/modules/sessions/sessions\\.service\\.ts$'],
      },
    ),
    error(
      'entities-stay-low',
      'the entity list is loaded by everything',
      { path: '\\.entity\\.ts$' },
      {
        path: OURS,
        pathNot: ['^src/contract/', '\\.entity\\.ts$', '^src/db/tables/(history|indexes)\\.ts$'],
      },
    ),
    error(
      'routers-meet-in-one-place',
      'src/trpc/router.ts is the list of routers',
      { pathNot: [...TESTS, '^src/trpc/router\\.ts$', '\\.router\\.ts$'] },
      { path: '^src/modules/.*\\.router\\.ts$' },
    ),
    error(
      'router-borders',
      'a router may be made by a router of its own module only',
      { path: '^src/modules/([^/]+)/.*\\.router\\.ts$' },
      { path: '^src/modules/.*\\.router\\.ts$', pathNot: '^src/modules/$1/' },
    ),
    error(
      'modules-know-no-transport',
      'a rule of the market is reached from the web, the API, the CLI and the jobs',
      { path: '^(src/(contract|lib|db|queue|modules)|jobs|cli)/', pathNot: [...TESTS, '\\.router\\.ts$'] },
      { path: '^node_modules/(@trpc|trpc-to-openapi|express|ws|socket\\.io)/' },
    ),

    // Everywhere
    error(
      'no-circles',
      'files that import each other can only be understood together; type imports count',
      {},
      { circular: true },
    ),
    error('resolvable', 'an import has to lead somewhere', {}, { couldNotResolve: true }),
    error(
      'product-without-tests',
      'what runs for users imports nothing that serves tests',
      { path: '^(src|cli|jobs|web|migrations)/', pathNot: TESTS },
      { path: [...TESTS, '^(e2e|bench|scripts)/'] },
    ),
    error(
      'product-without-dev-packages',
      'an installation with --omit=dev has to run',
      { path: '^(src|cli|jobs|web|migrations)/', pathNot: TESTS },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The only parser that reads TypeScript here and distinguishes type imports.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.json', '.css'],
    },
  },
};
