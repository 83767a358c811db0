import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { type OwnReport, zNewReport } from '../../../../src/contract/reports/reports.ts';
import { sessionStore } from '../../../lib/server/session-store.ts';
import { type Answers, noResponse, refusal } from '../../../testing/fake-server.ts';
import { itemSale } from '../../../testing/market.ts';
import { ASH, renderAt } from '../../../testing/render.tsx';
import { ownReport } from '../../../testing/reports.ts';
import { ReportButton } from './report-button.tsx';

const SALE = itemSale({ sale_id: 12, submitted_by: 9 });

/** A server that keeps one report of the viewer. */
function keeping(first?: OwnReport) {
  let last = first;
  const create = vi.fn((input: unknown) => {
    const { reason, comment = null } = zNewReport.parse(input);
    last = ownReport({ reason, comment });
    return last;
  });
  const mine = () => ({
    data: last ? [last] : [],
    pagination: { page: 1, limit: 1, total: last ? 1 : 0, totalPages: last ? 1 : 0 },
  });
  return { create, answers: { reports: { mine, create } } satisfies Answers };
}

const onOpenChange = vi.fn();
const open = (answers: Answers, sale = SALE) =>
  renderAt(<ReportButton sale={sale} open onOpenChange={onOpenChange} />, answers, { as: ASH });
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const send = () => screen.findByRole('button', { name: 'Send report' });
const errorOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

it('leads visitors through signing in back to the dialog', () => {
  renderAt(<ReportButton sale={SALE} open={false} onOpenChange={() => undefined} />, {});
  expect(screen.getByRole('link', { name: 'Report' }).getAttribute('href')).toBe(
    '/login?next=%2Fsale%2F12%3Freport%3Dtrue',
  );
});

it('names what is missing, and keeps what was typed', async () => {
  const { create, answers } = keeping();
  const { user } = open(answers);
  await user.click(await send());
  const reason = await field(/^What is wrong\?/);
  expect(errorOf(reason)).toContain('Please choose what is wrong');
  expect(document.activeElement).toBe(reason);

  await user.selectOptions(reason, 'Never happened');
  await user.click(await send());
  const comment = await field(/^Comment/);
  expect(errorOf(comment)).toBe('How do you know? Please describe what is wrong');
  expect(document.activeElement).toBe(comment);
  expect(create).not.toHaveBeenCalled();
  await user.type(comment, 'The seller told me.');
  await user.selectOptions(reason, 'Wrong price');
  await user.click(await send());
  await screen.findByText('Thank you. Your report is with the reviewers.');
  expect(create.mock.calls.map(([input]) => input)).toEqual([
    { sale_id: 12, reason: 'wrong_price', comment: 'The seller told me.', duplicate_of: null },
  ]);
  await screen.findByText('Waiting for a reviewer');
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
});

function Reporting() {
  const [isOpen, setIsOpen] = useState(true);
  return <ReportButton sale={SALE} open={isOpen} onOpenChange={setIsOpen} />;
}

it('gives the focus to the first field when that appears', async () => {
  const { answers } = keeping();
  const loaded = Promise.withResolvers<void>();
  const mine = () => loaded.promise.then(answers.reports.mine);
  open({ reports: { ...answers.reports, mine } });
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByLabelText('Close')[0]));
  loaded.resolve();
  const reason = await field(/^What is wrong\?/);
  await waitFor(() => expect(document.activeElement).toBe(reason));
});

it('forgets a report that was sent when it closes', async () => {
  const { answers } = keeping();
  const { user } = renderAt(<Reporting />, answers, { as: ASH });
  await user.selectOptions(await field(/^What is wrong\?/), 'Duplicate');
  await user.click(await send());
  await screen.findByText(/^Thank you/);
  await user.click(within(screen.getByRole('dialog')).getByText('Close'));
  await user.click(await screen.findByRole('button', { name: 'Report' }));
  await screen.findByText('Waiting for a reviewer');
  expect(screen.queryByText(/^Thank you/)).toBeNull();
});

it.each([
  ['', null],
  ['1204', 1204],
  [' #1204 ', 1204],
  ['https://market.example/sale/1204', 1204],
  ['https://market.example/sale/1204?without=ivs#similar', 1204],
])('reads %j as the other sale of a duplicate', async (typed, duplicate_of) => {
  const { create, answers } = keeping();
  const { user } = open(answers);
  await user.selectOptions(await field(/^What is wrong\?/), 'Duplicate');
  if (typed) await user.type(await field(/^Number/), typed);
  await user.click(await send());
  await screen.findByText(/^Thank you/);
  expect(create.mock.calls[0]?.[0]).toMatchObject({ reason: 'duplicate', duplicate_of });
});

it('shows a refusal at its field, and a failure above the buttons', async () => {
  const refusals = [
    refusal(400, 'invalid', { fields: { duplicate_of: 'There is no sale 7 in the market history' } }),
    noResponse(),
  ];
  const { answers } = keeping();
  const create = () => Promise.reject(refusals.shift());
  const { user } = open({ reports: { ...answers.reports, create } });
  await user.selectOptions(await field(/^What is wrong\?/), 'Duplicate');
  await user.type(await field(/^Number/), '7');
  await user.click(await send());
  await screen.findByText('There is no sale 7 in the market history');
  await user.click(await send());
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to send the report');
});

it('stays open while the report is sent', async () => {
  const sent = Promise.withResolvers<never>();
  const { answers } = keeping();
  const { user } = open({ reports: { ...answers.reports, create: () => sent.promise } });
  await user.selectOptions(await field(/^What is wrong\?/), 'Duplicate');
  await user.click(await send());
  onOpenChange.mockClear();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  sent.reject(noResponse());
  await screen.findByText('Failed to send the report. Please try again.');
  expect(onOpenChange).not.toHaveBeenCalled();
});

it('drops the error of one reason when another is chosen', async () => {
  const { user } = open(keeping().answers);
  await user.selectOptions(await field(/^What is wrong\?/), 'Never happened');
  await user.click(await send());
  await screen.findByText('Please describe what is wrong');
  await user.selectOptions(await field(/^What is wrong\?/), 'Duplicate');
  expect(screen.queryByText('Please describe what is wrong')).toBeNull();
});

it.each<[string, Partial<OwnReport>, string]>([
  ['waits', {}, 'Waiting for a reviewer'],
  ['was dismissed', { outcome: 'dismissed', decision_comment: 'The proof opens.' }, 'Dismissed'],
  ['was right', { outcome: 'returned' }, 'Returned to review'],
])('shows that an earlier report %s', async (_what, report, text) => {
  open(keeping(ownReport(report)).answers);
  await screen.findByText(text);
  expect(screen.queryByText(/The proof opens/) !== null).toBe(report.decision_comment !== undefined);
  expect(screen.queryByRole('button', { name: 'Send report' }) !== null).toBe(report.outcome !== undefined);
});

it('tells submitters to report a sale to have it corrected', async () => {
  open(keeping().answers, itemSale({ submitted_by: ASH.user_id }));
  await screen.findByText(/This is your own submission/);
});

it('keeps what was typed when the session ends, until it is sent', async () => {
  const { answers } = keeping();
  const create = vi.fn(answers.reports.create).mockRejectedValueOnce(refusal(401, 'Your session has ended.'));
  const renew = { reports: { ...answers.reports, create } };
  const { user } = open(renew);
  await user.selectOptions(await field(/^What is wrong\?/), 'Duplicate');
  await user.type(await field(/^Comment/), 'Both name one trade.');
  await user.type(await field(/^Number/), '7');
  await user.click(await send());
  await screen.findByRole('link', { name: 'Report' });
  act(() => sessionStore.set({ token: 'new', user: ASH }));
  expect((await field(/^Comment/)).value).toBe('Both name one trade.');
  await user.click(await send());
  await screen.findByText(/^Thank you/);
  expect(create.mock.lastCall?.[0]).toMatchObject({ comment: 'Both name one trade.', duplicate_of: 7 });
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('asks before a comment is lost', async () => {
  const { answers } = keeping();
  const { user } = open(answers);
  await user.selectOptions(await field(/^What is wrong\?/), 'Never happened');
  await user.type(await field(/^Comment/), 'The seller told me.');
  await user.keyboard('{Escape}');
  await screen.findByText('The report is not sent.');
});

it.each([
  ['https://forum.example/1', true],
  [null, false],
])('offers a dead proof of a sale with the proof %s: %s', async (proof_url, isOffered) => {
  open(keeping().answers, itemSale({ sale_id: 12, proof_url }));
  const options = within(await field(/^What is wrong\?/)).getAllByRole('option');
  expect(options.some(({ textContent }) => textContent === 'Dead proof')).toBe(isOffered);
});
