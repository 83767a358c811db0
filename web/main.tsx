import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

// Zod compiles its checks with `new Function` unless told not to, which the content security policy refuses. It
// looks here when a lazy screen brings it; `z.config` would come after the first schemas and put zod into this chunk.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
