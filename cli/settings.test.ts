import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../src/contract/admin/settings.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { testServer } from '../src/testing/run/server.ts';
import { runProgram } from './program.ts';

const runCli = cliCommand(runProgram);
const server = testServer();
const WEBHOOK = 'https://discord.com/api/webhooks/42/a-secret-token';
const folder = testFolder();

const cli = (args: string[], input = '') =>
  runCli(['settings', ...args], {
    settings: {
      DATABASE_URL: server.database.url,
      DATA_DIR: folder,
      APP_SECRET: server.runtime.config.secret,
    },
    input,
  });

it('shows and changes settings of a running server', async () => {
  expect(await cli(['set', 'skip_review_enabled', 'true'])).toMatchObject({
    code: 0,
    stdout: 'skip_review_enabled is now true.\n',
  });
  expect(await server.services().settings.skipsReview()).toBe(true);
  expect(await cli(['get', 'skip_review_enabled'])).toMatchObject({ code: 0, stdout: 'true\n' });

  await cli(['set', 'legal_address', '-'], 'Route 1\nPallet Town\n');
  const { stdout } = await cli(['get']);
  expect(stdout).toMatch(/^legal_address +Route 1 \/ Pallet Town$/m);
  expect(stdout).toMatch(/^legal_phone +–$/m);
  const all = JSON.parse((await cli(['get', '--json'])).stdout);
  expect(all.data.map(({ key }: { key: string }) => key)).toEqual(SETTING_KEYS);
  expect(all.data).toContainEqual({ key: 'legal_address', value: 'Route 1\nPallet Town' });

  expect(await cli(['set', 'legal_address', ''])).toMatchObject({
    code: 0,
    stdout: 'legal_address is unset.\n',
  });
  const [trace] = await server.sql(
    `select actor_name, target from audit_event where action = 'setting.changed' order by event_id desc limit 1`,
  );
  expect(trace).toEqual({
    actor_name: expect.stringMatching(/^operator /),
    target: 'legal_address',
  });
});

it('reads a secret from standard input and never shows it', async () => {
  expect(await cli(['set', 'discord_webhook_url', '-', '--json'], `${WEBHOOK}\n`)).toEqual({
    code: 0,
    stderr: '',
    stdout: '{\n  "key": "discord_webhook_url",\n  "value": "set"\n}\n',
  });
  expect(await cli(['get', 'discord_webhook_url'])).toMatchObject({ stdout: 'set\n' });
  expect((await cli(['get'])).stdout).not.toContain('a-secret-token');
  expect(await cli(['set', 'discord_webhook_url', '-'], '\n')).toEqual({
    code: 2,
    stderr: "error: Standard input is empty. To unset the setting: settings set discord_webhook_url ''\n",
    stdout: '',
  });
  expect(await server.services().settings.get('discord_webhook_url')).toBe(WEBHOOK);
});

it('refuses unknown keys and invalid values with different exit codes', async () => {
  expect(await cli(['get', 'nothing'])).toMatchObject({
    code: 3,
    stderr: 'error: There is no such setting: nothing.\n',
  });
  const meant = {
    code: 3,
    stderr: 'error: There is no such setting: verify_mail. Did you mean verify_email?\n',
  };
  expect(await cli(['get', 'verify_mail'])).toMatchObject(meant);
  expect(await cli(['set', 'verify_mail', 'true'])).toMatchObject(meant);
  expect(await cli(['set', 'log_retention_days', '0'])).toMatchObject({
    code: 2,
    stderr: 'error: log_retention_days must be a whole number from 1 to 3,650\n',
  });
  expect(await cli(['set', 'log_retention_days'])).toMatchObject({ code: 2 });
});
