import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { siteFiles } from './site-files.ts';

it('reports a file that a new build has removed as not found', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
  const script = path.join(folder, 'assets', 'first-1.js');
  await writeFile(script, 'export {};');

  const server = express().use(siteFiles(folder)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${name}`);
    return { status: response.status, cache: response.headers.get('cache-control') };
  };

  const immutable = 'public, max-age=31536000, immutable';
  expect(await get('/assets/first-1.js')).toEqual({ status: 200, cache: immutable });
  await rm(script);
  expect(await get('/assets/first-1.js')).toMatchObject({ status: 404 });
});
