import { keepCompiledModules } from '../src/lib/process/compiled-modules.ts';

keepCompiledModules();
const { startWorker } = await import('./worker.ts');
await startWorker();
