import { testPort } from '../servers/test-port.ts';
import { type ProgramProcess, startProgram } from './programs.ts';

/** A server like that of `npm start`, in a separate process. */
export interface ServerProcess extends ProgramProcess {
  url: string;
}

/** Starts one on a database that others may use as well, on a free port unless `PORT` is set. */
export async function startServerProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = settings.PORT ?? String(await testPort());
  const given = { RATE_LIMIT_FACTOR: '1000', ...settings, PORT: port };
  return { url: `http://127.0.0.1:${port}`, ...(await startProgram('web', databaseUrl, given)) };
}

/** Starts several at once; when one fails, the others are ended. */
export async function startServerProcesses(
  count: number,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess[]> {
  const started = await Promise.allSettled(
    Array.from({ length: count }, () => startServerProcess(databaseUrl, settings)),
  );
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (!failed) return running;
  await Promise.all(running.map((process) => process.stop()));
  throw failed.reason;
}
