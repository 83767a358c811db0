import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerSummary } from '../../contract/market/answer-summary.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount, makeSale, type StoredSale } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testDiscord } from '../../testing/clients/discord.ts';
import {
  APPLICATION,
  INTERACTION_TOKEN,
  interactionBody,
  type SentInteraction,
  sendInteraction,
  turnOnCommands,
} from '../../testing/clients/discord-interactions.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer({ PUBLIC_URL: 'https://market.example' });
testDiscord(server);
const PING = JSON.stringify({ type: 1 });
const EPHEMERAL = 64;

beforeAll(async () => {
  const by = await makeAccount(server);
  const sell = (price: number, days: number, more: StoredSale) =>
    makeSale(server, { by, status: 'approved', price, date_sold: server.daysAgo(days), ...more });
  for (const [index, price] of [50_000, 70_000, 60_000, 55_000, 65_000, 52_000].entries())
    await sell(price, index + 1, { kind: 'pokemon', name: 'Garchomp' });
  await sell(20_000, 3, { kind: 'pokemon', name: 'Garchomp', traits: { nature: 'Jolly' } });
  await sell(900, 3, { kind: 'pokemon', name: 'Gible' });
  await sell(5_000, 3, { name: 'Master Ball', proof_url: null });
  await sell(1, 3, { name: '*Ball* [of](@here)' });
  await makeSale(server, { by, kind: 'pokemon', name: 'Garchomp', price: 1, status: 'pending' });
});
beforeEach(() => turnOnCommands(server));
afterEach(() => {
  vi.restoreAllMocks();
});

const send = (raw: string, more: Omit<SentInteraction, 'raw'> = {}) =>
  sendInteraction(server, { raw, ...more });

/** The message that answers a command. */
async function reply(name: string, options: Record<string, unknown>, user?: string) {
  const { status, body } = await send(JSON.stringify(interactionBody('command', name, options, user)));
  expect({ status, type: body.type }).toEqual({ status: 200, type: 4 });
  return body.data;
}

async function choices(typed: string): Promise<{ name: string; value: string }[]> {
  const { body } = await send(JSON.stringify(interactionBody('autocomplete', 'price', { name: typed })));
  expect(body.type).toBe(8);
  return body.data.choices;
}

/** The state of the commands, once it contains what a command did. */
const activity = () => server.services().discordRegistration.status();

describe('the endpoint', () => {
  it('does not exist while a setting is missing', async () => {
    for (const key of ['discord_application_id', 'discord_public_key']) {
      await turnOnCommands(server);
      await server.services().settings.set(key, '');
      expect((await send(PING)).status, key).toBe(404);
    }
  });

  it('answers a ping', async () => {
    const { status, body, headers } = await send(PING);
    expect({ status, body }).toEqual({ status: 200, body: { type: 1 } });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('refuses a missing, malformed, foreign or other signature', async () => {
    const foreign = generateKeyPairSync('ed25519').privateKey;
    const headers: Record<string, string>[] = [
      { 'x-signature-ed25519': '' },
      { 'x-signature-ed25519': '00'.repeat(64) },
      { 'x-signature-ed25519': '00'.repeat(63) },
      { 'x-signature-ed25519': 'zz'.repeat(64) },
      { 'x-signature-timestamp': '' },
      { 'x-signature-timestamp': 'now' },
      { 'x-signature-timestamp': String(Math.floor(server.clock.now().getTime() / 1_000) + 1) },
    ];
    for (const changed of headers)
      expect((await send(PING, { headers: changed })).status, JSON.stringify(changed)).toBe(401);
    expect(await send(PING, { key: foreign })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    });
  });

  it('refuses requests that were signed long ago or in the future', async () => {
    const at = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1_000);
    for (const seconds of [-299, 0, 299]) expect((await send(PING, { at: at(seconds) })).status).toBe(200);
    for (const seconds of [-302, 302, -1e9])
      expect((await send(PING, { at: at(seconds) })).status, String(seconds)).toBe(401);
  });

  it('refuses signed bodies that are no interaction, or too large', async () => {
    const body = interactionBody('command', 'price', { name: 'garchomp' });
    const bodies = ['', 'no', '[]', 'null', '{}', '{"type":1', JSON.stringify({ type: 3 })]
      .concat(JSON.stringify({ ...body, member: undefined }))
      .concat(JSON.stringify({ ...body, token: '../../x' }))
      .concat(JSON.stringify({ ...body, data: { name: 'drop' } }));
    for (const raw of bodies) expect((await send(raw)).status, raw).toBe(400);
    expect((await send(' '.repeat(LIMITS.bodyBytes + 1))).status).toBe(413);
  });

  it('accepts an interaction of a direct message', async () => {
    const { member, ...body } = interactionBody('command', 'price', { name: 'garchomp' });
    const sent = { ...body, user: member.user };
    expect((await send(JSON.stringify(sent))).body.type).toBe(4);
  });

  it('never fails, whatever Discord signs', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 250, unit: 'binary' }),
      fc.stringMatching(/^(adamant|5x31|garchomp|<1m|[@:\n-]|Ability: |IVs: | ){0,12}$/),
    );
    const option = fc.record({ name: fc.constantFrom('name', 'filter', 'set', 'search'), value: text });
    const interaction = fc.record({
      type: fc.constantFrom(2, 4),
      application_id: fc.constant(APPLICATION),
      token: fc.constant(INTERACTION_TOKEN),
      user: fc.record({ id: fc.constantFrom('1', '2', '3') }),
      data: fc.record({
        name: fc.constantFrom('price', 'check', 'follow'),
        options: fc.array(option, { maxLength: 3 }),
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: interaction }, fc.jsonValue()), async (sent) => {
        const { status, body } = await send(JSON.stringify(sent));
        expect([200, 400]).toContain(status);
        if (status === 200 && body.type === 4) expectWithinLimits(body.data);
      }),
      { numRuns: 150 },
    );
  });

  it('limits each user, and invalid requests of an address, but not the addresses of Discord', async () => {
    const { calls } = server.runtime;
    const used = vi.spyOn(calls, 'takeDiscordUser');
    await reply('price', { name: 'garchomp' }, '77');
    expect(used.mock.calls).toEqual([['77']]);

    const points = Math.round(LIMITS.unknownTokens * server.runtime.config.rateLimitFactor);
    for (let failed = 0; failed < points; failed += 1) await calls.countUnsigned('203.0.113.7');
    await expect(calls.checkUnsigned('203.0.113.7')).rejects.toMatchObject({ kind: 'rate_limited' });
    await expect(calls.checkUnsigned('203.0.113.8')).resolves.toBeUndefined();
  });
});

/** The site serves the picture of a reply. */
async function expectPicture(url: string): Promise<void> {
  const { pathname, search } = new URL(url);
  const response = await fetch(`${server.url}${pathname}${search}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  await response.arrayBuffer();
}

interface Message {
  content?: string;
  embeds: { title: string; description: string; url: string }[];
  components: { components: { url: string }[] }[];
  allowed_mentions: unknown;
}

/** Discord's limits for a message. */
function expectWithinLimits({ content = '', embeds, components, allowed_mentions: mentions }: Message) {
  expect(mentions).toEqual({ parse: [] });
  expect(content.length).toBeLessThanOrEqual(2_000);
  expect(content.length + embeds.length).toBeGreaterThan(0);
  expect(embeds.length).toBeLessThanOrEqual(10);
  let total = 0;
  for (const { title, description, url } of embeds) {
    expect(title.length).toBeLessThanOrEqual(256);
    expect(description.length).toBeLessThanOrEqual(4_096);
    expect(description.length).toBeGreaterThan(0);
    expect(URL.canParse(url)).toBe(true);
    total += title.length + description.length;
  }
  expect(total).toBeLessThanOrEqual(6_000);
  for (const row of components)
    for (const { url } of row.components) expect(url.length).toBeLessThanOrEqual(512);
}

describe('/price', () => {
  it('answers a search in the sentences of the site, with the last five sales, a picture and a link', async () => {
    const { embeds, components, flags } = await reply('price', { name: 'adamant 5x31 garchomp' });
    const { answer } = await callerFor(server).market.answer({
      kind: 'pokemon',
      name: 'Garchomp',
      exact: true,
      nature: 'Adamant',
      min_perfect_ivs: 5,
    });
    if (!answer) throw new Error('no answer');
    const { exact, similar } = answerSummary(answer);
    expect(answer.exact.sales).toBe(6);
    const page = 'https://market.example/pokemon/garchomp?nature=Adamant&min_perfect_ivs=5';
    expect(embeds).toHaveLength(1);
    expect(embeds[0]).toMatchObject({
      title: 'Adamant Garchomp, 5 perfect IVs or more',
      url: page,
    });
    const picture = embeds[0].image.url.replace(/&v=\w{10}$/, '');
    expect(picture).toBe(page.replace('/pokemon/garchomp', '/cards/pokemon/garchomp.png'));
    await expectPicture(embeds[0].image.url);
    const lines = embeds[0].description.split('\n');
    expect(lines.slice(0, 4)).toEqual([`**${exact}**`, similar, '', '**Last sales**']);
    expect(lines).toHaveLength(4 + 5);
    expect(lines[4]).toMatch(
      /^- \[50,000 PD\]\(https:\/\/market\.example\/sale\/\d+\) · .+ · Adamant Garchomp, IVs 31\/31\/31\/4\/31\/31 · with proof$/,
    );
    expect(components[0].components).toEqual([{ type: 2, style: 5, label: 'Show sales', url: page }]);
    expect(flags).toBeUndefined();
  });

  it('takes a choice and a filter, and names what it did not understand', async () => {
    const { embeds } = await reply('price', { name: 'pokemon:Garchomp', filter: 'jolly zzzz' });
    expect(embeds[0].title).toBe('Jolly Garchomp');
    expect(embeds[0].description).toContain('**1 exact match: 20,000 PD on ');
    expect(embeds[0].description).toContain('\nNot understood: zzzz\n');
  });

  it('answers for items too', async () => {
    const { embeds } = await reply('price', { name: 'master ball' });
    expect(embeds[0]).toMatchObject({
      title: 'Master Ball',
      url: 'https://market.example/item/master-ball',
      description: expect.stringMatching(/^\*\*1 sale: 5,000 PD on .+, no proof\.\*\*\n/),
    });
  });

  it('takes alternatives, and has no order', async () => {
    const { embeds } = await reply('price', { name: 'cheapest jolly or timid garchomp' });
    expect(embeds[0].description).toMatch(/^\*\*1 sale: 20,000 PD on .+\nNot understood: cheapest\n/);
    const ofItem = await reply('price', { name: 'item:Qwerty', filter: 'jolly or timid' });
    expect(ofItem.embeds[0].url).not.toMatch(/jolly/i);
    expect(ofItem.embeds[0].description).toContain('\nNot understood: jolly or timid');
  });

  it('gives the range of the sales of several names, and suggests names where there are no sales', async () => {
    const several = await reply('price', { name: 'pokemon <1k' });
    expect(several.embeds[0].description).toMatch(
      /^1 sale, 900 PD, the last on .+\.\n\n\*\*Last sales\*\*\n/,
    );
    const none = await reply('price', { name: 'zapdoss last 1d' });
    expect(none.embeds[0].description).toContain('No sale');
  });

  it('refuses what cannot be a search, visible only to the user', async () => {
    expect(await reply('price', { name: 'x' })).toEqual({
      content: 'The text must be at least 2 characters long.',
      embeds: [],
      components: [],
      allowed_mentions: { parse: [] },
      flags: EPHEMERAL,
    });
    // Typed, not chosen: a choice has at most 100 characters.
    expect((await reply('price', { name: `item:${'x'.repeat(200)}` })).content).toBe(
      'The text can be at most 200 characters long.',
    );
  });

  it('formats no name as markdown, and mentions nobody', async () => {
    const { embeds, allowed_mentions } = await reply('price', { name: 'item:*Ball* [of](@here)' });
    expect(allowed_mentions).toEqual({ parse: [] });
    const escaped = '\\*Ball\\* \\[of\\]\\(\\@here\\)';
    expect(embeds[0].title).toBe(escaped);
    expect(embeds[0].description).toContain(` · ${escaped} · `);
  });
});

describe('the choices of a name', () => {
  it('are of both kinds, within the limits of Discord', async () => {
    const found = await choices('garcho');
    expect(found.slice(0, 2)).toEqual([
      { name: 'Garchomp (pokemon, 7 sales)', value: 'pokemon:Garchomp' },
      { name: 'Garchompite (item, 0 sales)', value: 'item:Garchompite' },
    ]);
    expect((await choices('pokemon:Garchomp'))[0]?.value).toBe('pokemon:Garchomp');
    const traits =
      'shiny adamant rough skin 31/31/31/31/31/31 level 100 with proof over 100k under 90m since 2020-01-01';
    for (const typed of ['a', '', 'ma', `${traits} until 2026-01-01 garcho`]) {
      const some = await choices(typed);
      expect(some.length).toBeLessThanOrEqual(25);
      for (const { name, value } of some) {
        expect(name.length).toBeLessThanOrEqual(100);
        expect(value.length).toBeLessThanOrEqual(100);
      }
    }
  });

  it('keep the traits that were typed before the name', async () => {
    const [first] = await choices('adamant 5x31 garcho');
    expect(first).toEqual({
      name: 'adamant 5x31 Garchomp (pokemon)',
      value: 'adamant 5x31 Garchomp',
    });
    const { embeds } = await reply('price', { name: first?.value });
    expect(embeds[0].title).toBe('Adamant Garchomp, 5 perfect IVs or more');
  });
});

describe('/check', () => {
  const SET = [
    'Chompy (Garchomp) @ Choice Scarf',
    'Ability: Rough Skin',
    'EVs: 252 Atk / 4 SpD / 252 Spe',
    'Adamant Nature',
    'IVs: 4 SpA',
    '- Outrage',
    'Colour: blue',
  ];

  it.each([
    ['with its line breaks', SET.join('\n')],
    ['on one line', SET.slice(0, -1).join(' ')],
  ])('checks the price of a set %s', async (_, set) => {
    const { embeds } = await reply('check', { set });
    expect(embeds[0].title).toBe('Adamant Garchomp, ability Rough Skin, IVs 31\\/31\\/31\\/4\\/31\\/31');
    expect(embeds[0].url).toContain('/pokemon/garchomp?check=nature.Adamant');
    await expectPicture(embeds[0].image.url);
    const { answer } = await callerFor(server).market.similar({
      kind: 'pokemon',
      name: 'Garchomp',
      nature: 'Adamant',
      ability: 'Rough Skin',
      ivs: { hp: 31, atk: 31, def: 31, spatk: 4, spdef: 31, speed: 31 },
    });
    const [exact, similar] = embeds[0].description.split('\n');
    const summary = answerSummary(answer);
    expect({ exact, similar }).toEqual({ exact: `**${summary.exact}**`, similar: summary.similar });
    expect(embeds[0].description).toContain('Not compared: held item, nickname, EVs and moves.');
    if (set.includes('\n'))
      expect(embeds[0].description).toContain('\n- Colour\\: blue: Not a line of a set');
  });

  it('checks several sets, and links to the page with all of them', async () => {
    const sets = (times: number) =>
      Array(times).fill('Garchomp\nAbility: Rough Skin\nAdamant Nature').join('\n\n');
    expect((await reply('check', { set: sets(5) })).embeds[5].description).not.toContain('Only the first');
    const { embeds, components } = await reply('check', { set: sets(7) });
    expect(embeds).toHaveLength(6);
    expect(embeds[5]).toMatchObject({ title: 'Read 7 sets from the pasted text.' });
    expect(embeds[5].description).toMatch(/^Only the first 5 of 7 sets are checked here\.\n/);
    expect(embeds[5].url).toMatch(/^https:\/\/market\.example\/price-check\?set=Garchomp/);
    expectWithinLimits({ embeds, components, allowed_mentions: { parse: [] } });
  });

  it('reads at most 100 lines', async () => {
    const lines = ['Garchomp @ Leftovers', ...Array<string>(100).fill('1/31')];
    const { content, components } = await reply('check', { set: lines.join('\n') });
    expect(content).toBe('At most 100 lines are read here. The page of price checks reads longer texts.');
    expect(components[0].components[0].url).toBe('https://market.example/price-check');
    const { embeds } = await reply('check', { set: lines.slice(0, 100).join('\n') });
    expect(embeds[0].title).toMatch(/^Garchomp/);
  });

  it('checks the price of a search, and names what it does not compare', async () => {
    const { embeds } = await reply('check', { set: 'adamant garchomp 5x31 level 50 64k' });
    expect(embeds[0].title).toBe('Adamant Garchomp, 5 perfect IVs or more');
    expect(embeds[0].description).toContain('5 of these 7 sales were lower than 64,000 PD, 2 higher.');
    expect(embeds[0].description).toContain('Not compared: Level 50');
  });

  it('checks the price of an item', async () => {
    const { embeds } = await reply('check', { set: 'master ball 6k' });
    expect(embeds[0]).toMatchObject({
      title: 'Master Ball',
      url: 'https://market.example/item/master-ball?check=price.6000',
      description: expect.stringMatching(
        /^\*\*1 sale: 5,000 PD on .+\nToo few sales to compare 6,000 PD with\.$/,
      ),
    });
  });

  it('says that there are no sales of a name', async () => {
    const { embeds } = await reply('check', { set: 'item:Garchompite' });
    expect(embeds[0].description).toBe('No sales of this name yet.');
  });

  it('says why it cannot check a text', async () => {
    expect((await reply('check', { set: 'Garchom\nAbility: None\n' })).content).toMatch(
      /^No set was found in the pasted text\. Garchom\\: .+ Did you mean Garchomp\?$/,
    );
    expect((await reply('check', { set: 'gar <1m' })).content).toMatch(
      /^Name one item or pokemon, or paste a set as Showdown exports it\./,
    );
  });
});

it('/follow says what a search finds, with its picture, and opens the dialog of the site', async () => {
  const { embeds, components, flags } = await reply('follow', { search: 'adamant garchomp' });
  const { pathname, searchParams } = new URL(embeds[0].image.url);
  expect([pathname, searchParams.get('nature')]).toEqual(['/cards/pokemon/garchomp.png', 'Adamant']);
  await expectPicture(embeds[0].image.url);
  expect(embeds[0].description).toMatch(/^6 sales, 50,000 to 70,000 PD, the last on .+\.\nFollow these/);
  expect(components[0].components[0]).toMatchObject({
    label: 'Follow',
    url: 'https://market.example/pokemon/garchomp?nature=Adamant#follow',
  });
  expect(flags).toBe(EPHEMERAL);
  expect((await reply('follow', { search: 'pokemon' })).content).toMatch(
    /^Name an item or pokemon, or add a trait/,
  );
});

it('notes that sales are generated', async () => {
  expect((await reply('price', { name: 'gible' })).content).toBeUndefined();
  const mark = (key: string | null) =>
    server.sql(`update sale set import_key = ?, version = version + 1 where name = 'Gible'`, [key]);
  await mark('demo-1');
  for (const [name, option] of [
    ['price', 'name'],
    ['check', 'set'],
    ['follow', 'search'],
  ] as const)
    expect((await reply(name, { [option]: 'gible' })).content, name).toBe(
      'Demo data\\: these sales are generated. They are not real.',
    );
  expect((await reply('price', { name: 'x' })).content).toMatch(/^The text must be/);
  await mark(null);
});

it('reports an error to the user and in the state of the commands, and logs it', async () => {
  vi.spyOn(server.runtime.names, 'vocabulary').mockRejectedValueOnce(new Error('out of names'));
  expect((await reply('price', { name: 'garchomp' })).content).toBe(
    'Something went wrong. Please try again.',
  );
  expect(server.log.takeErrors()).toMatchObject([{ category: 'discord', command: 'price' }]);
  await expect.poll(async () => (await activity()).failure?.reason).toBe('price: an error, see the log');
});

it('logs each command without what was typed and who typed it', async () => {
  const before = server.log.lines.length;
  await reply('price', { name: 'adamant garchomp' }, '987654321');
  const lines = () => server.log.lines.slice(before).filter(({ category }) => category === 'discord');
  await expect.poll(() => lines()).toHaveLength(1);
  expect(lines()[0]).toMatchObject({
    level: 'info',
    command: 'price',
    kind: 'pokemon',
    outcome: 'answered',
    deferred: false,
    ms: expect.any(Number),
  });
  expect(JSON.stringify(lines())).not.toMatch(/adamant|garchomp|987654321/i);
  await expect.poll(async () => (await activity()).last?.command).toBe('price');
});
