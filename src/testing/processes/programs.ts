import path from 'node:path';
import { ROOT } from '../../lib/process/root.ts';

/** The built programs, as `npm start`, `npm run worker` and `npm run cli` start them. */
export const PROGRAMS = {
  web: path.join(ROOT, 'dist/programs/web.js'),
  worker: path.join(ROOT, 'dist/programs/worker.js'),
  cli: path.join(ROOT, 'dist/programs/cli.js'),
} as const;
