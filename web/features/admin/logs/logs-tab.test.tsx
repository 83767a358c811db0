import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { address, arrivesAt, renderAt } from '../../../testing/render.tsx';
import { tablet } from '../../../testing/review.tsx';
import { LiveRegion } from '../../../ui/live-region.tsx';
import { LogLine } from './logs-line.tsx';
import LogsTab from './logs-tab.tsx';

const LINE: LogEntry = {
  id: 'a',
  timestamp: '2026-03-12T12:00:00.000Z',
  level: 'info',
  category: 'api',
  message: 'Started',
  metadata: {},
  user: null,
  ip: null,
};

const openAt = (at: string) =>
  renderAt(
    <LogsTab />,
    {
      logs: {
        category: ({ category }) => ({ category, logs: [] }),
        counts: () => ({
          counts: { database: 0, security: 0, api: 0, errors: 0, discord: 0, general: 0 },
        }),
      },
    },
    { at },
  );

it('names the filters of the address that have no effect', async () => {
  openAt('/admin-panel?tab=logging&level=bogus&category=nope&user=ash');
  await screen.findByText('These filters in the URL are not valid here and were ignored:');
  expect(screen.getAllByText(/^\w+=\w+$/).map(({ textContent }) => textContent)).toEqual([
    'category=nope',
    'level=bogus',
  ]);
});

it('discards what was typed into the filters when they are reset', async () => {
  const { user } = openAt('/admin-panel?tab=logging&category=api&level=warn');
  const search = () => screen.getByLabelText<HTMLInputElement>('Search');
  await screen.findByRole('button', { name: 'Clear all filters' });
  await user.type(search(), 'timeout');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(search().value).toBe('');
  expect(address()).toBe('/admin-panel?tab=logging&category=api');
});

it('applies what was typed into the sheet when it closes', async () => {
  tablet(false);
  const { user } = openAt('/admin-panel?tab=logging');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.type(sheet.getByLabelText('Search'), 'timeout{Escape}');
  await arrivesAt('/admin-panel?tab=logging&search=timeout');
});

it('separates the words of a message from its target', () => {
  render(
    <LogLine line={{ ...LINE, metadata: { target: 'ash_k' } }} open={false} onToggle={() => undefined} />,
  );
  const [hidden, target] = screen.getByText(/^Started/).lastElementChild?.querySelectorAll('span') ?? [];
  expect(hidden?.textContent).toBe(' →');
  expect([target?.textContent, target?.nextSibling?.textContent]).toEqual([', target:', ' ']);
});

it('shortens a long message between characters', () => {
  const line = { ...LINE, message: `a${'😀'.repeat(LIMITS.logs.shown)}` };
  render(<LogLine line={line} open={false} onToggle={() => undefined} />);
  const shown = screen.getByText(/^a😀/).textContent;
  expect(shown).toMatch(/^a(?:😀)+…$/u);
  expect(shown.isWellFormed()).toBe(true);
});

it('announces the count of each filter', async () => {
  const logs = (['info', 'warn'] as const).map((level, index) => ({ ...LINE, id: String(index), level }));
  const { user } = renderAt(
    <>
      <LogsTab />
      <LiveRegion />
    </>,
    {
      logs: {
        category: ({ category, level }) => ({
          category,
          logs: logs.filter((line) => level === undefined || line.level === level),
        }),
        counts: () => ({
          counts: { database: 0, security: 0, api: 2, errors: 0, discord: 0, general: 0 },
        }),
      },
    },
    { at: '/admin-panel?tab=logging' },
  );
  const region = within(screen.getByRole('status'));
  await region.findByText('2 entries');
  await user.selectOptions(screen.getByLabelText('Level'), 'warn');
  await region.findByText('1 entry, filtered');
});
