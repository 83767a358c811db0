import { keepCompiledModules } from '../src/lib/process/compiled-modules.ts';

// A reader such as `head` may close the pipe early. The writing command gets the same error and shuts down.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

keepCompiledModules();
const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2));
