import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { listSubject } from '../../../src/contract/cards/card-paths.ts';
import { renderAt } from '../../testing/render.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import ShareButton from './share-button.tsx';

const PATH = '/cards/pokemon/garchomp.png?nature=Adamant';
const SUBJECT = listSubject('pokemon', { name: 'Garchomp', exact: true, nature: 'Adamant' });

const ORDER = { sort: 'price', order: 'asc' } as const;

async function open() {
  const { user } = renderAt(<ShareButton subject={SUBJECT} title="Adamant Garchomp" order={ORDER} />, {});
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('dialog', { name: 'Share' });
  return user;
}

/** A clipboard that takes pictures, or refuses them; returns what it got. */
function clipboard(write: (items: ClipboardItem[]) => Promise<void>) {
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly contents: unknown;
      constructor(contents: unknown) {
        this.contents = contents;
      }
    },
  );
  replaceClipboard({ write });
}

/** After the user of the test, which brings a clipboard of its own. */
function replaceClipboard(value: object) {
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ['clipboard', 'canShare', 'share']) Reflect.deleteProperty(navigator, name);
});

it('shows the card, and downloads it under the name of what it shows', async () => {
  await open();
  expect(screen.getByRole('img', { name: 'Card: Adamant Garchomp' }).getAttribute('src')).toBe(PATH);
  const link = screen.getByRole('link', { name: 'Download' });
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([PATH, 'adamant-garchomp.png']);
});

it('copies the image, as a promise within the click', async () => {
  const png = new Blob(['png'], { type: 'image/png' });
  const fetched = vi.fn(async () => new Response(png));
  vi.stubGlobal('fetch', fetched);
  const got: unknown[] = [];
  const user = await open();
  clipboard(async (items) => void got.push(...items));
  await user.click(screen.getByRole('button', { name: 'Copy image' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(fetched).toHaveBeenCalledWith(PATH);
  const [item] = got as { contents: Record<string, Promise<Blob>> }[];
  expect((await item?.contents['image/png'])?.size).toBe(png.size);
});

it('confirms each copy of the image for 3 s', async () => {
  vi.stubGlobal('fetch', async () => new Response(new Blob(['png'])));
  await open();
  render(<LiveRegion />);
  const told = () => within(screen.getByRole('status')).queryAllByText('Copied').length;
  const earlier = told();
  clipboard(() => Promise.resolve());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(0);
  };
  await press('Copy image');
  await pass(2000);
  await press('Copied');
  expect(told() - earlier).toBe(2);
  await pass(2000);
  screen.getByRole('button', { name: 'Copied' });
  await pass(1000);
  screen.getByRole('button', { name: 'Copy image' });
});

it.each([
  ['the browser has no clipboard for images', undefined, 200, 'This browser cannot copy images.'],
  ['the browser refuses', new Error('NotAllowed'), 200, 'The browser did not allow it.'],
  ['the picture cannot be drawn now', new Error('failed'), 503, 'The image could not be loaded.'],
])('says what to do when %s', async (_, error, status, message) => {
  vi.stubGlobal('fetch', async () => new Response('', { status }));
  const user = await open();
  if (error) clipboard(() => Promise.reject(error));
  else replaceClipboard({});
  await user.click(screen.getByRole('button', { name: 'Copy image' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toContain(message);
});

it('offers to try again when the picture cannot be shown', async () => {
  const user = await open();
  screen.getByRole('img', { name: /^Card/ }).dispatchEvent(new Event('error'));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByRole('img', { name: /^Card/ }).getAttribute('src')).toBe(PATH));
});

const LINK = `${location.origin}/pokemon/garchomp?nature=Adamant&sort=price&order=asc`;

it('copies a link to the list in its order', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(await navigator.clipboard.readText()).toBe(LINK);
});

/** A browser with a sheet to share with; `canShare` tells what it takes. */
function sheet(share: (data: ShareData) => Promise<void>, canShare = () => true) {
  Object.defineProperty(navigator, 'canShare', { value: canShare, configurable: true });
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}

const isPrimary = (name: string) => screen.getByRole('button', { name }).classList.contains('bg-accent');

it('sends the link with the sheet of the system, where there is one for links', async () => {
  const share = vi.fn(() => Promise.resolve());
  sheet(share);
  const user = await open();
  expect(['Send…', 'Copy link', 'Copy image'].map(isPrimary)).toEqual([true, false, false]);
  await user.click(screen.getByRole('button', { name: 'Send…' }));
  expect(share).toHaveBeenCalledWith({ title: 'Adamant Garchomp', url: LINK });
});

it('copies the link first in a browser whose sheet takes no links', async () => {
  sheet(
    () => Promise.resolve(),
    () => false,
  );
  await open();
  expect(screen.queryByRole('button', { name: 'Send…' })).toBeNull();
  expect(['Copy link', 'Copy image'].map(isPrimary)).toEqual([true, false]);
});

it('says that the link was not sent, unless the sheet was closed', async () => {
  let reason = 'NotAllowedError';
  sheet(() => Promise.reject(new DOMException('', reason)));
  const user = await open();
  const press = () => user.click(screen.getByRole('button', { name: 'Send…' }));
  await press();
  await screen.findByText('The browser did not send it. Copy the link instead.');
  reason = 'AbortError';
  await press();
  await waitFor(() => expect(screen.queryByText(/^The browser did not/)).toBeNull());
});

it('shows the link selected when the browser does not copy it', async () => {
  const user = await open();
  replaceClipboard({});
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Select the text and copy it');
  expect(document.activeElement).toBe(field);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(LINK);
});

it('has the code of the embedded chart', async () => {
  const user = await open();
  await user.click(screen.getByText('Embed the chart in a forum'));
  expect(
    screen.getByText(
      /<iframe src="[^"]+\/embed\/pokemon\/garchomp\?nature=Adamant" title="Adamant Garchomp"/,
    ),
  ).toBeTruthy();
});
