import { keepCompiledModules } from '../src/lib/process/compiled-modules.ts';

keepCompiledModules();
const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2));
