import { runProgram } from './program.ts';

// A reader that has seen enough, such as `head`: whoever writes hears of it too, and closes what is open.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runProgram(process.argv.slice(2));
