import { keepCompiledModules } from '../src/lib/process/compiled-modules.ts';

keepCompiledModules();
const { runProgram } = await import('./program.ts');
const { EXIT } = await import('./errors.ts');
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // Commands that have opened something close it first (closeOnSignal).
    if (process.listenerCount(signal) === 0) process.exit(EXIT.interrupted);
  });
process.exitCode = await runProgram(process.argv.slice(2));
