import { keepCompiledModules } from './lib/process/compiled-modules.ts';

keepCompiledModules();
const { startServer } = await import('./server.ts');
await startServer();
