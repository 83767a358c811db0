import { beforeAll, beforeEach, expect, it } from 'vitest';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { testServer } from '../src/testing/run/server.ts';
import { testPort } from '../src/testing/servers/test-port.ts';
import { runProgram } from './program.ts';

const runCli = cliCommand(runProgram);
const server = testServer();
const folder = testFolder();
let settings: Record<string, string>;

beforeAll(async () => {
  const hosts = `i.imgur.com 127.0.0.1:${await testPort()}`;
  settings = { DATABASE_URL: server.database.url, DATA_DIR: folder, IMAGE_HOSTS: hosts };
});
beforeEach(() => server.sql('delete from sprite'));

const cli = (args: string[], input = '') => runCli(['sprites', ...args], { settings, input });
const stored = async () =>
  (
    await server.sql<{ sprite: string }>(
      `select pokemon_id || ' ' || pokemon_name || ' ' || variant || ' ' || imgur_url as sprite
       from sprite order by pokemon_id, variant`,
    )
  ).map(({ sprite }) => sprite);
const store = (variant: string, link: string) =>
  server.sql(
    `insert into sprite (pokemon_id, pokemon_name, variant, imgur_url) values (25, 'Pikachu', ?, ?)`,
    [variant, link],
  );

const FILE = [
  'pokemon_name,variant,imgur_url,pokemon_id',
  'pikachu,Normal,https://imgur.com/a/pika,25',
  'Pikachu,NORMAL,https://i.imgur.com/other.png,',
  'Raichu,Normal,https://evil.example/rai.png,',
  'Raichoo,Normal,https://i.imgur.com/rai.png,',
  'Raichu,Shiny,https://i.imgur.com/shiny.png,25',
  'Raichu,Shiny,https://i.imgur.com/shiny.png,',
  'Raichu',
].join('\n');

it('imports a file and reports every refused line', async () => {
  const dry = await cli(['import', '-', '--dry-run', '--json'], FILE);
  expect({ ...dry, stdout: JSON.parse(dry.stdout) }).toEqual({
    code: 1,
    stderr: '',
    stdout: {
      dry_run: true,
      added: 2,
      exists: 1,
      refused: [
        {
          line: 4,
          name: 'Raichu',
          message: expect.stringMatching(/^Images must be hosted at i\.imgur\.com or 127\.0\.0\.1:\d+$/),
        },
        { line: 5, name: 'Raichoo', message: 'There is no pokemon “Raichoo”. Did you mean Raichu?' },
        { line: 6, name: 'Raichu', message: 'Raichu is number 26, not 25' },
        { line: 8, name: 'Raichu', message: 'The line does not have as many values as the header.' },
      ],
    },
  });
  expect(await stored()).toEqual([]);

  const done = await cli(['import', '-'], FILE);
  expect(done).toMatchObject({ code: 1, stdout: '2 sprites added, 1 already present, 4 lines refused\n' });
  expect(done.stderr).toContain('line 5: There is no pokemon “Raichoo”. Did you mean Raichu?\n');
  expect(await stored()).toEqual([
    '25 Pikachu Normal https://i.imgur.com/pika.jpg',
    '26 Raichu Shiny https://i.imgur.com/shiny.png',
  ]);
  const [trace] = await server.sql(
    `select actor_name, detail from audit_event where action = 'sprites.imported' order by event_id desc limit 1`,
  );
  expect(trace).toEqual({
    actor_name: expect.stringMatching(/^operator /),
    detail: { added: 2, exists: 1, refused: 4 },
  });

  const again = await cli(['import', '-'], FILE.split('\n').slice(0, 2).join('\n'));
  expect(again).toMatchObject({ code: 0, stdout: '0 sprites added, 1 already present, 0 lines refused\n' });
});

it('reports as added what it adds, also where the lower case of a letter depends on its place', async () => {
  const file = 'pokemon_name,variant,imgur_url\nPikachu,ΟΔΟΣ,https://i.imgur.com/pika.png\n';
  expect((await cli(['import', '-'], file)).stdout).toBe(
    '1 sprite added, 0 already present, 0 lines refused\n',
  );
});

it('refuses a file without a required column and a missing file', async () => {
  expect(await cli(['import', '-'], 'pokemon_name,variant\nPikachu,Normal\n')).toMatchObject({
    code: 2,
    stderr: "error: The header must contain the column 'imgur_url'.\n",
  });
  expect(await cli(['import', '/nowhere.csv'])).toMatchObject({ code: 3 });
});

it('checks the links and fixes those that can be direct', async () => {
  await store('Normal', 'https://i.imgur.com/fine.png');
  await store('Shiny', 'https://imgur.com/gallery/page');
  await store('Lost', 'https://gone.example/a.png');
  const found = await cli(['check']);
  expect(found.code).toBe(1);
  expect(found.stdout).toContain('The direct link is https://i.imgur.com/page.jpg');
  expect(found.stdout).toMatch(/Images must be hosted at /);
  expect(found.stdout).toContain('3 sprites checked, 0 fixed, 2 broken\n');

  const fixed = await cli(['check', '--fix', '--json']);
  expect(fixed.code).toBe(1);
  expect(JSON.parse(fixed.stdout)).toMatchObject({
    checked: 3,
    fixed: 1,
    online: null,
    broken: [{ pokemon_name: 'Pikachu', variant: 'Lost', imgur_url: 'https://gone.example/a.png' }],
  });
  expect(await stored()).toContain('25 Pikachu Shiny https://i.imgur.com/page.jpg');

  await server.sql(`delete from sprite where variant = 'Lost'`);
  expect(await cli(['check'])).toMatchObject({
    code: 0,
    stdout: '2 sprites checked, 0 fixed, 0 broken\n',
  });
});

it('reports being offline instead of reporting every image as missing', async () => {
  const host = settings.IMAGE_HOSTS?.split(' ')[1];
  await store('Normal', `https://${host}/a.png`);
  const checked = await cli(['check', '--online']);
  expect(checked).toMatchObject({ code: 1, stdout: '1 sprite checked, 0 fixed, 0 broken\n' });
  expect(checked.stderr).toBe('No image host responds: this machine seems to be offline.\n');
  const { code, stdout } = await cli(['check', '--online', '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([1, { checked: 1, fixed: 0, broken: [], online: false }]);
});
