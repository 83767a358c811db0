import { afterEach, expect, it } from 'vitest';
import { isAlive } from '../../../lib/process/is-alive.ts';
import { createTestLog } from '../../../testing/run/log.ts';
import { CardRenderer, RENDERER_LIMITS, type RendererLimits } from './card-renderer.ts';

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" font-family="Inter"><rect width="60" height="30" fill="#fff"/>${content}</svg>`;
const text = (value: string) => svg(`<text y="20" font-size="20">${value}</text>`);

const log = createTestLog();
const open = new Set<CardRenderer>();

/** A renderer with a time limit that no busy machine reaches. */
function renderers(limits: Partial<RendererLimits> = {}): CardRenderer {
  const renderer = new CardRenderer({
    logger: log.logger,
    limits: { ...RENDERER_LIMITS, waitMs: 60_000, renderMs: 60_000, ...limits },
  });
  open.add(renderer);
  return renderer;
}

afterEach(() => {
  for (const one of open) one.close();
  open.clear();
  log.lines.length = 0;
});

const failures = () => log.lines.filter(({ msg }) => msg === 'a picture could not be drawn');

const ended = (pid: number | undefined) => expect.poll(() => pid !== undefined && isAlive(pid)).toBe(false);
const pause = (pid: number | undefined) => process.kill(pid ?? 0, 'SIGSTOP');
const unavailable = { kind: 'unavailable', code: 'NO_PICTURE' };

it('draws a PNG with its texts, and starts a process only for that', async () => {
  const one = renderers();
  expect(one.processId).toBeUndefined();
  const png = await one.render(text('31'), 'a');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([60, 30]);
  // Without its fonts, the library leaves out texts.
  const empty = await one.render(svg(''), 'a');
  expect(png.equals(empty)).toBe(false);
  // Characters that the small fonts lack are drawn with the whole ones.
  expect((await one.render(text('Ж'), 'a')).equals(empty)).toBe(false);
});

it('draws semibold texts with the small and with the whole fonts', async () => {
  const one = renderers();
  const draw = (value: string, weight: number) =>
    one.render(svg(`<text y="20" font-size="20" font-weight="${weight}">${value}</text>`), 'a');
  for (const value of ['31', 'Ж'])
    expect((await draw(value, 600)).equals(await draw(value, 400)), value).toBe(false);
});

it('serves equal pictures from memory', async () => {
  const one = renderers();
  const png = await one.render(text('a'), 'a');
  pause(one.processId);
  expect(await one.render(text('a'), 'b')).toBe(png);
});

it('starts another process after a crash', async () => {
  const one = renderers();
  await one.render(text('a'), 'a');
  const { processId } = one;
  pause(processId);
  const lost = one.render(text('b'), 'a');
  const next = one.render(text('c'), 'b');
  process.kill(processId ?? 0, 'SIGKILL');
  await expect(lost).rejects.toMatchObject({ ...unavailable, extras: { retryAfter: 1 } });
  expect((await next).length).toBeGreaterThan(0);
  expect(one.processId).not.toBe(processId);
  expect(failures()).toHaveLength(1);
});

it('starts another process when the idle one was killed', async () => {
  const one = renderers();
  await one.render(text('a'), 'a');
  const { processId } = one;
  process.kill(processId ?? 0, 'SIGKILL');
  await ended(processId);
  await expect.poll(() => one.processId).toBeUndefined();
  expect((await one.render(text('b'), 'a')).length).toBeGreaterThan(0);
});

it('ends a process that takes too long', async () => {
  // No process starts that fast.
  const one = renderers({ renderMs: 1 });
  await expect(one.render(text('a'), 'a')).rejects.toMatchObject(unavailable);
  expect(one.processId).toBeUndefined();
  expect(failures()).toHaveLength(1);
});

it('refuses further pictures while four wait', async () => {
  const one = renderers();
  await one.render(text('a'), 'a');
  pause(one.processId);
  const all = ['b', 'c', 'd', 'e', 'f'].map((who) => one.render(text(who), who));
  await expect(one.render(text('g'), 'g')).rejects.toMatchObject({
    ...unavailable,
    extras: { retryAfter: 1 },
  });
  process.kill(one.processId ?? 0, 'SIGCONT');
  expect(await Promise.all(all)).toHaveLength(5);
});

it('rests after failures in a row', async () => {
  const one = renderers({ failures: 2, restMs: 60_000 });
  const bad = () => one.render('<svg', 'a');
  await expect(bad()).rejects.toMatchObject({ ...unavailable, extras: { retryAfter: 1 } });
  await expect(bad()).rejects.toMatchObject({ ...unavailable, extras: { retryAfter: 60 } });
  await expect(one.render(text('a'), 'a')).rejects.toMatchObject(unavailable);
  expect(one.processId).toBeUndefined();
  expect(failures()).toHaveLength(2);
});

it('replaces a process that uses too much memory', async () => {
  const one = renderers({ maxMemory: 1 });
  await one.render(text('a'), 'a');
  expect(one.processId).toBeUndefined();
  expect((await one.render(text('b'), 'a')).length).toBeGreaterThan(0);
});

it('ends the process when it is idle, and on closing', async () => {
  const idle = renderers({ idleMs: 0 });
  await idle.render(text('a'), 'a');
  await expect.poll(() => idle.processId).toBeUndefined();
  const one = renderers();
  await one.render(text('a'), 'a');
  const { processId } = one;
  one.close();
  await ended(processId);
  await expect(one.render(text('b'), 'a')).rejects.toMatchObject(unavailable);
});
