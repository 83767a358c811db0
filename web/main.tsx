import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { App } from './app/app.tsx';

// Zod compiles its checks with `new Function` unless disabled, which the content security policy blocks. It reads
// this variable when a lazy screen loads it; `z.config` would run after the first schemas and pull zod into this
// chunk.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// This file imports from the same script, so it is loaded by now. Importing it here lets the browser run React DOM in a
// separate task, so that neither task is long.
void import('react-dom/client').then(({ createRoot }) =>
  // A transition is drawn in short steps, between which the browser responds.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
);
// Browsers translate a page after it has loaded, and most never do. Without this, the page works untranslated.
void import('./lib/translation.ts').catch(() => undefined);
