import { runProgram } from './program.ts';

// A reader such as `head` may close the pipe early. The writing command gets the same error and shuts down.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runProgram(process.argv.slice(2));
