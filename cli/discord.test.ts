import { beforeEach, expect, it } from 'vitest';
import { recordActivity } from '../src/modules/discord/discord-state.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { testDiscord } from '../src/testing/clients/discord.ts';
import { APPLICATION, turnOnCommands } from '../src/testing/clients/discord-interactions.ts';
import { runCli } from '../src/testing/processes/cli-process.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { testServer } from '../src/testing/run/server.ts';
import { discordSettings, WEBHOOK, WEBHOOK_TOKEN } from '../src/testing/servers/discord-server.ts';
import { runProgram } from './program.ts';

const runCommand = cliCommand(runProgram);

const server = testServer();
const discord = testDiscord(server);
const folder = testFolder();

beforeEach(async () => {
  await server.sql('truncate setting, job_state');
});

const BOT_TOKEN = 'canary-bot.token.0123456789';

const setApplication = () =>
  server.services().settings.save({
    discord_application_id: APPLICATION,
    discord_bot_token: BOT_TOKEN,
  });

const setWebhook = () => server.services().settings.set('discord_webhook_url', WEBHOOK);

const sendTest = (...args: string[]) => runDiscord('test', ...args);

async function runDiscord(...args: string[]) {
  // Only a separate process keeps its log lines.
  const run = args.includes('--verbose') ? runCli : runCommand;
  const result = await run(['discord', ...args], {
    settings: {
      DATABASE_URL: server.database.url,
      DATA_DIR: folder,
      APP_SECRET: server.runtime.config.secret,
      ...discordSettings(discord),
    },
  });
  for (const secret of [WEBHOOK_TOKEN, BOT_TOKEN])
    expect(result.stdout + result.stderr).not.toContain(secret);
  return result;
}

it('fails when no webhook is set', async () => {
  expect(await sendTest()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: No webhook is set: the setting discord_webhook_url is empty.\n',
  });
});

it('sends a message and prints the response of Discord', async () => {
  await setWebhook();
  expect(await sendTest()).toEqual({
    code: 0,
    stdout: 'Discord accepted the message; its id is 1001.\n',
    stderr: '',
  });
  expect(discord.received.map(({ body }) => body.content)).toEqual([expect.stringMatching(/^Test:/)]);
  expect(JSON.parse((await sendTest('--json', '--verbose')).stdout)).toEqual({
    sent: true,
    message_id: '1002',
  });
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
  const gone = await sendTest();
  expect(gone).toMatchObject({ code: 4, stdout: '' });
  expect(gone.stderr).toContain('Discord does not know this webhook (404).');
  expect((await runDiscord('status')).stdout).toContain(
    'Announcements: on. The webhook no longer exists at Discord: set discord_webhook_url to another one.\n',
  );

  discord.answerNext({ status: 500 });
  expect((await sendTest()).stderr).toBe(
    'error: Discord did not accept the message: it responded with 500.\n',
  );

  discord.answerNext({ status: 429, body: { retry_after: 300 } });
  const limited = await sendTest('--json');
  expect(limited.code).toBe(1);
  expect(JSON.parse(limited.stdout)).toMatchObject({ code: 'DISCORD_LIMITED' });
  const asked = discord.received.length;
  expect((await sendTest()).stderr).toMatch(
    /^error: Discord is rate-limiting messages\. Try again in \d+ s\.\n$/,
  );
  expect(discord.received).toHaveLength(asked);
});

const REGISTERED = ['price', 'check', 'follow'].map((name, at) => ({
  id: String(900 + at),
  name,
  version: '1',
}));

it('registers the commands in place of all others, and prints what it did', async () => {
  await setApplication();
  discord.answerNext({ status: 200, body: REGISTERED });
  expect(await runDiscord('register')).toEqual({
    code: 0,
    stdout: 'Discord registered 3 commands:\n- /price, id 900\n- /check, id 901\n- /follow, id 902\n',
    stderr: '',
  });
  expect(discord.received).toMatchObject([
    {
      method: 'PUT',
      path: `/api/v10/applications/${APPLICATION}/commands`,
      headers: { authorization: `Bot ${BOT_TOKEN}` },
      body: [{ name: 'price' }, { name: 'check' }, { name: 'follow' }],
    },
  ]);
  const sent = JSON.parse(JSON.stringify(discord.received[0]?.body));
  for (const { name, description, options } of sent) {
    expect(name).toMatch(/^[a-z]{1,32}$/);
    for (const one of [{ description }, ...options]) {
      expect(one.description.length).toBeGreaterThan(0);
      expect(one.description.length).toBeLessThanOrEqual(100);
    }
  }

  discord.answerNext({ status: 200, body: REGISTERED });
  expect(JSON.parse((await runDiscord('register', '--json', '--verbose')).stdout)).toEqual({
    registered: true,
    commands: REGISTERED.map(({ id, name }) => ({ id, name })),
  });
  const traces = await server.sql(
    `select detail from audit_event where action = 'discord.registered' order by event_id desc limit 2`,
  );
  expect(traces).toEqual(
    Array(2).fill({ detail: { answer: 'taken', commands: ['price', 'check', 'follow'] } }),
  );
});

it('shows what it would register without sending anything', async () => {
  const { code, stdout } = await runDiscord('register', '--dry-run');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Nothing was sent\. These commands would be registered:\n- \/price: /),
  });
  const document = JSON.parse((await runDiscord('register', '--dry-run', '--json')).stdout);
  expect(document).toMatchObject({
    registered: false,
    commands: [{ name: 'price', options: [{}, {}] }, {}, {}],
  });
  expect(discord.received).toEqual([]);
});

it('says why the commands are not registered', async () => {
  const failure = async (answer?: Parameters<typeof discord.answerNext>[0]) => {
    if (answer) discord.answerNext(answer);
    const { code, stdout, stderr } = await runDiscord('register');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  };
  expect(await failure()).toBe('error: The setting discord_application_id is empty.\n');
  await server.services().settings.set('discord_application_id', APPLICATION);
  expect(await failure()).toBe('error: The setting discord_bot_token is empty.\n');
  await setApplication();
  expect(await failure({ status: 401, body: { message: '401: Unauthorized' } })).toBe(
    'error: Discord does not accept the bot token (401). Set discord_bot_token to the current one.\n',
  );
  expect(await failure({ status: 404 })).toContain(`does not belong to the application ${APPLICATION} (404)`);
  expect(await failure({ status: 400, body: { message: 'Invalid Form Body', code: 50_035 } })).toBe(
    'error: Discord did not register the commands: Invalid Form Body.\n',
  );
  expect(await failure({ status: 503, body: '<html>' })).toContain('it responded with 503.');
  expect(await failure({ status: 429, body: { retry_after: 2.5 } })).toBe(
    'error: Discord is rate-limiting registrations. Try again in 3 s.\n',
  );
  expect(await failure({ status: 200, body: {} })).toContain('did not return a list of commands');
});

it('prints the state of announcements and commands', async () => {
  expect((await runDiscord('status')).stdout).toBe(
    'Announcements: off.\nCommands: off.\nLast command: none.\nLast failure: none.\n',
  );
  await setWebhook();
  await turnOnCommands(server);
  const at = new Date('2026-03-01T10:00:00.000Z');
  await recordActivity(server.scope(), { failure: { at, reason: 'price: it responded with 403' } });
  await recordActivity(server.scope(), { last: { at, command: 'check' } });
  expect((await runDiscord('status')).stdout).toBe(
    [
      'Announcements: on.',
      'Commands: on.',
      'Last command: 2026-03-01T10:00:00.000Z, /check.',
      'Last failure: 2026-03-01T10:00:00.000Z, price: it responded with 403.',
      '',
    ].join('\n'),
  );
  expect(JSON.parse((await runDiscord('status', '--json')).stdout)).toEqual({
    announcements: true,
    trouble: null,
    commands: true,
    last_command: { at: at.toISOString(), command: 'check' },
    last_failure: { at: at.toISOString(), reason: 'price: it responded with 403' },
  });
});
