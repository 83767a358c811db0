import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the server listens while `vite` serves the client for development. */
const server = `http://127.0.0.1:${process.env.PORT ?? 3001}`;

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      '/api': server,
      '/trpc': { target: server, ws: true },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Or what only sockets need would come with the first page: the package says nothing of side effects.
    rolldownOptions: {
      // What the first page needs in one file: in twenty it is a twentieth larger.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
    },
  },
});
