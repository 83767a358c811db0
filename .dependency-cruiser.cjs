// Who may import whom: contract ← lib ← db ← events ← queue ← modules ← trpc ← http ← app.
// `scripts/check-architecture.ts` runs these rules as part of `npm test`.

const OURS = '^(src|cli|jobs|web|e2e|bench|scripts|migrations)/';
const CONFIG = '^src/config\\.ts$';
/** Tests and what serves them alone may import whatever they examine. */
const TESTS = ['\\.test\\.tsx?$', '^src/testing/'];

const below = {
  contract: ['^src/contract/'],
  lib: ['^src/contract/', '^src/lib/'],
};
below.db = [...below.lib, '^src/db/', CONFIG];
below.events = [...below.db, '^src/events/'];
below.queue = [...below.events, '^src/queue/'];
below.modules = [...below.queue, '^src/modules/'];
below.trpc = [...below.modules, '^src/trpc/'];
below.http = [...below.trpc, '^src/http/'];

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
    layer('db', '^src/db/', below.db, ['^src/db/entities\\.ts$']),
    layer('entity-list', '^src/db/entities\\.ts$', ['^src/(modules|queue)/.*\\.entity\\.ts$']),
    layer('events', '^src/events/', below.events),
    layer('queue', '^src/queue/', below.queue),
    layer('modules', '^src/modules/', below.modules, ['\\.router\\.ts$']),
    layer('routers', '^src/modules/.*\\.router\\.ts$', below.trpc),
    layer('trpc', '^src/trpc/', below.trpc),
    layer('http', '^src/http/', below.http),
    layer('app', '^src/[^/]+\\.ts$', ['^src/', '^jobs/registry\\.ts$'], [CONFIG]),
    layer('jobs', '^jobs/', [...below.modules, '^jobs/']),
    layer('cli', '^cli/', [...below.modules, '^cli/']),
    layer('web', '^web/', ['^web/', '^src/contract/', '^src/trpc/router\\.ts$']),
    layer('migrations', '^migrations/', ['^migrations/', '^src/contract/proof\\.ts$']),
    error(
      'contract-imports-zod-only',
      'the contract runs in the browser too',
      { path: '^src/contract/', pathNot: TESTS },
      { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    ),
    error(
      'jobs-only-from-main',
      'with one process alone, the entry starts the jobs; nothing else in src knows them',
      { path: '^src/', pathNot: [...TESTS, '^src/main\\.ts$'] },
      { path: '^jobs/' },
    ),
    error(
      'entry-on-top',
      'createApp and the entry are where everything ends',
      { path: '^src/', pathNot: [...TESTS, '^src/main\\.ts$'] },
      { path: '^src/(app|main)\\.ts$' },
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
    error(
      'module-borders',
      'of another module: its entities, queries and filters, how they are shown, and types; services.ts puts services together',
      { path: '^src/modules/([^/]+)/', pathNot: TESTS },
      {
        path: '^src/modules/[^/]+/',
        pathNot: ['^src/modules/$1/', '\\.(entity|filter|queries|presenter)\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    error(
      'one-composition-root',
      'only services.ts builds services',
      { path: '^src/modules/[^/]+\\.ts$', pathNot: [...TESTS, '^src/modules/services\\.ts$'] },
      { path: '\\.service\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    error(
      'services-come-from-outside',
      'a module gets its collaborators from its constructor',
      { path: '^src/modules/', pathNot: [...TESTS, '\\.router\\.ts$'] },
      { path: '^src/modules/services\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    error(
      'entities-stay-low',
      'the entity list is loaded by everything',
      { path: '\\.entity\\.ts$' },
      { path: OURS, pathNot: ['^src/contract/', '\\.entity\\.ts$', '^src/db/append-only\\.ts$'] },
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
      'types may point back, code may not',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
    // The only one of its parsers that reads TypeScript here and tells imports of types from others.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.json', '.css'],
    },
  },
};
