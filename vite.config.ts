import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, type Plugin } from 'vite';
import { latestBuild, recordBuild } from './scripts/replace-build.ts';
import { SERVER_PATHS } from './src/http/server-paths.ts';

/** Where the server listens while `vite` serves the client for development. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3001}`;

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;
/** Smaller files fit in one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_000;

const compressors = {
  br: promisify<Uint8Array, Buffer>(brotliCompress),
  gz: promisify<Uint8Array, Buffer>(gzip),
};

/** Writes a brotli and a gzip file next to each text asset, so that the server does not compress while it serves. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).flatMap((output) => {
      const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
      const isWorthIt = COMPRESSIBLE.test(output.fileName) && content.length >= MIN_COMPRESSED_BYTES;
      return isWorthIt ? [{ file: path.join(dir, output.fileName), content }] : [];
    });
    await Promise.all(
      files.flatMap(({ file, content }) =>
        Object.entries(compressors).map(async ([ending, compress]) =>
          writeFile(`${file}.${ending}`, await compress(content)),
        ),
      ),
    );
  },
});

/** Keeps the files of the build before: pages that are open during a release load some of them at their first use. */
const keepAssets = (): Plugin => {
  const folder = 'dist/web/assets';
  let before: readonly string[] = [];
  return {
    name: 'keep-assets',
    apply: 'build',
    async buildStart() {
      before = await latestBuild(folder);
    },
    async writeBundle(_options, bundle) {
      const assets = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
      const files = assets.flatMap((file) => ['', '.br', '.gz'].map((end) => path.basename(file) + end));
      await recordBuild(folder, files, before);
    },
  };
};

/** Refuses an address of the API that would depend on the path of each page. */
const checkApiBase = (): Plugin => ({
  name: 'check-api-base',
  configResolved({ env }) {
    const { VITE_API_BASE: base } = env;
    if (base && !/^(?:\/|https?:\/\/)/.test(base))
      throw new Error(`VITE_API_BASE must begin with /, such as /market/api: ${base}`);
  },
});

/**
 * Lists the scripts of every lazy module for the server, which announces those of a screen in its document: the browser
 * then requests them with the first script instead of after it.
 */
const listScripts = (): Plugin => ({
  name: 'list-scripts',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    // The document has these anyway.
    const first = new Set(
      chunks.flatMap(({ isEntry, fileName, imports }) => (isEntry ? [fileName, ...imports] : [])),
    );
    const withImports = (file: string, found = new Set<string>()): Set<string> => {
      const chunk = chunks.find(({ fileName }) => fileName === file);
      if (!chunk || first.has(file) || found.has(file)) return found;
      found.add(file);
      for (const next of chunk.imports) withImports(next, found);
      return found;
    };
    const scripts = chunks.flatMap(({ isDynamicEntry, facadeModuleId, fileName }) =>
      isDynamicEntry && facadeModuleId
        ? [[path.relative('web', facadeModuleId), [...withImports(fileName)].map((file) => `/${file}`)]]
        : [],
    );
    await writeFile(path.join(dir, '../scripts.json'), JSON.stringify(Object.fromEntries(scripts)));
  },
});

/** Writes the HTML that browsers show before the scripts have loaded, for the server to send in the document. */
const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const source = await createServer({
      configFile: false,
      root: 'web',
      // In the default folder, a build would delete what a running `npm run dev` serves.
      cacheDir: path.resolve('node_modules/.vite/first-paint'),
      plugins: [react()],
      appType: 'custom',
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, watch: null, ws: false },
    });
    try {
      const { firstPaints } = await source.ssrLoadModule('/app/first-paint.tsx');
      await writeFile(path.join(dir, '../first-paint.json'), JSON.stringify(firstPaints()));
    } finally {
      await source.close();
    }
  },
});

/** What libraries of the first page import and the client never calls, by the module that imports it. */
const UNUSED = [
  {
    importer: '/createHooksInternal.tsx',
    source: '@tanstack/react-query',
    used: ['useMutation', 'useQuery', 'hashKey', 'skipToken'],
    unused: [
      ...['useInfiniteQuery', 'usePrefetchInfiniteQuery', 'usePrefetchQuery', 'useQueries'],
      ...['useSuspenseInfiniteQuery', 'useSuspenseQueries', 'useSuspenseQuery'],
    ],
  },
  {
    importer: '/query-core/build/modern/query.js',
    source: './infiniteQueryBehavior.js',
    used: [],
    unused: ['infiniteQueryBehavior'],
  },
];

/**
 * Leaves out the hooks of tRPC that the client does not use, with what they need: about 1.7% of the script of the first
 * page. If one is called nevertheless, it throws. A build fails when an import is renamed.
 */
const withoutUnused = (): Plugin => ({
  name: 'without-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer = '') {
    const at = UNUSED.findIndex(({ source, importer: of }) => source === id && importer.endsWith(of));
    return at < 0 ? null : `\0used-${at}`;
  },
  load(id) {
    const one = id.startsWith('\0used-') ? UNUSED[Number(id.slice('\0used-'.length))] : undefined;
    if (!one) return null;
    const { source, used, unused } = one;
    return [
      used.length ? `export { ${used.join(', ')} } from '${source}';` : '',
      ...unused.map((name) => `export const ${name} = undefined;`),
    ].join('\n');
  },
});

/**
 * Builds tRPC from the sources in its packages. The published files are compiled for old browsers: their helpers make up
 * 5% of the script of the first page.
 */
const trpcSources = (): Plugin => ({
  name: 'trpc-sources',
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    const [, library, entry = 'index'] = /^@trpc\/(client|react-query|server)(?:\/(.+))?$/.exec(id) ?? [];
    if (library === undefined) return null;
    const source = path.resolve('node_modules/@trpc', library, 'src', entry);
    return [`${source}.ts`, `${source}/index.ts`].find((file) => existsSync(file)) ?? null;
  },
});

/**
 * Makes icons plain elements. The icons of lucide-react also support sizes, other frameworks and more, which we do not use:
 * about 1.4% of the script of the first page, and most of the time that an icon takes to draw.
 */
const plainIcons = (): Plugin => {
  let isUsed = false;
  return {
    name: 'plain-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (!id.endsWith('/createLucideIcon.mjs')) return null;
      isUsed = true;
      return path.resolve('web/ui/plain-icon.ts');
    },
    buildEnd(error) {
      if (!error && !isUsed) throw new Error('lucide-react makes its icons in another file than before');
    },
  };
};

/** Whether a module of the contract has schemas, and so needs zod. */
const hasSchemas = (id: string): boolean =>
  /src\/contract\/.+\.ts$/.test(id) && readFileSync(id, 'utf8').includes("from 'zod'");

export default defineConfig({
  root: 'web',
  // React has had this hook since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  plugins: [
    checkApiBase(),
    react(),
    tailwindcss(),
    trpcSources(),
    withoutUnused(),
    plainIcons(),
    listScripts(),
    firstPaint(),
    precompress(),
    keepAssets(),
  ],
  server: {
    proxy: { [SERVER_PATHS.source]: { target: server, ws: true } },
  },
  build: {
    outDir: '../dist/web',
    // `keepAssets` removes old files.
    emptyOutDir: false,
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Without `treeshake`, code that only sockets need would be in the first page: the package does not declare its side effects.
    rolldownOptions: {
      // What the first page needs is in two files: in twenty, it is 5% larger.
      output: {
        // The first script names all others. Each letter of a hash takes six bits of it.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // A separate file, so that the browser can run it in a separate task (web/main.tsx).
            { name: 'react-dom', test: /node_modules\/(?:react-dom|scheduler)\//, priority: 5 },
            { name: 'first', tags: ['$initial'], priority: 4 },
            // Without this group, these would be in `forms`, which every screen would then need.
            {
              name: 'values',
              test: (id) =>
                /src\/contract\/(?!query|paste|search|sale\/image-links)/.test(id) && !hasSchemas(id),
              minShareCount: 2,
              priority: 3,
            },
            // The list of sales with all that it needs, and the parts that several screens share. Otherwise a screen would
            // need forty files, and a browser requests six at a time.
            {
              name: 'sales',
              test: /(?:filtered-sales|search-links|filter-mode-switch)\.tsx$/,
              priority: 2,
            },
            { name: 'names', test: /sales\/fields\/(?:name-combobox|suggested-name)/, priority: 2 },
            {
              name: 'forms',
              test: (id) =>
                /node_modules\/(?:zod|react-hook-form|@hookform)|web\/lib\/forms/.test(id) ||
                (/contract\/(?:sale|shared)\//.test(id) && hasSchemas(id)),
              minShareCount: 2,
              priority: 2,
            },
            // What pages load after they are drawn, and some screens never.
            {
              name: 'actions',
              test: /follows\/follow-button|sales\/share\/share-button|ui\/overlays\/use-dialog|icons\/(?:bell|share)\./,
              priority: 2,
            },
            // With small files of `lib` that need no schemas: the first page names each file that screens share.
            {
              name: 'ui',
              test: /web\/(?:ui\/(?!overlays)|lib\/(?:server\/(?:fetched|use-once|use-address-confirmation)|review-path|save-file|use-link-token|use-on-change|url-state-format))/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 1 },
            // What screens without a form share must not pull in the parts of forms.
            { name: 'shared', test: /web\/sales\/(?!draft|fields|paste)/, minShareCount: 2 },
            {
              name: 'fields',
              test: /web\/sales\/(?:fields|paste)|paste-notes|pasted-checks/,
              minShareCount: 2,
            },
            { name: 'draft', test: /web\/sales\/draft/, minShareCount: 2 },
            { name: 'codes', test: /web\/two-factor\/(?:code|passkey)/, minShareCount: 2 },
          ],
        },
      },
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
    },
  },
});
