import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cliCommand } from '../src/testing/cli-command.ts';
import { runCli } from '../src/testing/processes/cli-process.ts';
import { testServer } from '../src/testing/server.ts';
import { reroutedFetch } from '../src/testing/servers/discord-reroute.ts';
import {
  discordSettings,
  startDiscord,
  type TestDiscord,
  WEBHOOK,
  WEBHOOK_TOKEN,
} from '../src/testing/servers/discord-server.ts';
import { runProgram } from './program.ts';

const runCommand = cliCommand(runProgram);

const server = testServer();
let folder: string;
let discord: TestDiscord;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marketdex-cli-discord-'));
  discord = await startDiscord();
  vi.stubGlobal('fetch', reroutedFetch(discord.url));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await discord.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await server.sql('truncate setting, job_state');
  discord.received.length = 0;
});

const setWebhook = () => server.services().settings.set('discord_webhook_url', WEBHOOK);

async function test(...args: string[]) {
  // Only a separate process keeps its log lines.
  const run = args.includes('--verbose') ? runCli : runCommand;
  const result = await run(['discord', 'test', ...args], {
    settings: {
      DATABASE_URL: server.database.url,
      DATA_DIR: folder,
      APP_SECRET: server.runtime.config.secret,
      ...discordSettings(discord),
    },
  });
  expect(result.stdout + result.stderr).not.toContain(WEBHOOK_TOKEN);
  return result;
}

it('fails when no webhook is set', async () => {
  expect(await test()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: No webhook is set: the setting discord_webhook_url is empty.\n',
  });
});

it('sends a message and prints the response of Discord', async () => {
  await setWebhook();
  expect(await test()).toEqual({
    code: 0,
    stdout: 'Discord accepted the message; its id is 1001.\n',
    stderr: '',
  });
  expect(discord.received.map(({ body }) => body.content)).toEqual([expect.stringMatching(/^Test:/)]);
  expect(JSON.parse((await test('--json', '--verbose')).stdout)).toEqual({ sent: true, message_id: '1002' });
  const traces = await server.sql(
    `select actor_name, detail from audit_event where action = 'discord.tested' order by event_id desc limit 2`,
  );
  expect(traces).toEqual(
    Array(2).fill({ actor_name: expect.stringMatching(/^operator /), detail: { answer: 'taken' } }),
  );
});

it('reports why Discord refuses a message, and respects its rate limit', async () => {
  await setWebhook();
  discord.answerNext({ status: 404, body: { message: 'Unknown Webhook', code: 10_015 } });
  const gone = await test();
  expect(gone).toMatchObject({ code: 1, stdout: '' });
  expect(gone.stderr).toContain('Discord does not know this webhook (404).');

  discord.answerNext({ status: 500 });
  expect((await test()).stderr).toBe('error: Discord did not accept the message: it responded with 500.\n');

  discord.answerNext({ status: 429, body: { retry_after: 300 } });
  const limited = await test('--json');
  expect(limited.code).toBe(1);
  expect(JSON.parse(limited.stdout)).toMatchObject({ code: 'DISCORD_LIMITED' });
  const asked = discord.received.length;
  expect((await test()).stderr).toMatch(
    /^error: Discord is rate-limiting messages\. Try again in \d+ s\.\n$/,
  );
  expect(discord.received).toHaveLength(asked);
});
