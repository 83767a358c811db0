import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../src/contract/shared/limits.ts';
import { makeAccount, type TestAccount } from '../src/testing/accounts/factories.ts';
import { isAlive } from '../src/testing/accounts/sign-in.ts';
import { cliCommand } from '../src/testing/clients/cli-command.ts';
import { makeApprovals } from '../src/testing/market/approvals.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { testServer } from '../src/testing/run/server.ts';
import { runProgram } from './program.ts';

const runCli = cliCommand(runProgram);
const server = testServer();
const SINCE = '2026-01-02';
const folder = testFolder();

beforeAll(async () => {
  await makeAccount(server, 'admin');
});

const cli = (...args: string[]) =>
  runCli(['reviews', ...args], { settings: { DATABASE_URL: server.database.url, DATA_DIR: folder } });
const returnOf = ({ user }: TestAccount, ...more: string[]) =>
  cli('return', '--reviewer', user.username, '--since', SINCE, ...more);

const SUSPEND = ['--suspend', '--reason', 'Approved faulty sales'];

const approvedSales = async ({ user }: TestAccount) => {
  const [row] = await server.sql<{ sales: number }>(
    `select count(*)::int as sales from sale where status = 'approved' and decided_by = ?`,
    [user.user_id],
  );
  return row?.sales;
};

it('previews the return, then runs it', async () => {
  const checker = await makeAccount(server, 'checker', 'ash_k');
  const ids = await makeApprovals(server, checker, LIMITS.review.returnBatch + 3);
  const [dry, dryJson] = await Promise.all([
    returnOf(checker, ...SUSPEND, '--dry-run'),
    returnOf(checker, '--dry-run', '--json'),
  ]);
  expect(dry).toMatchObject({
    code: 0,
    stdout: 'Suspend ash_k and return 103 approvals to review: nothing was changed (dry run).\n',
  });
  expect(JSON.parse(dryJson.stdout)).toEqual({
    dry_run: true,
    suspend: false,
    username: 'ash_k',
    approvals: 103,
  });
  expect(await approvedSales(checker)).toBe(103);
  expect(await isAlive(server, checker.token)).toBe(true);

  const done = await returnOf(checker, ...SUSPEND, '--yes');
  expect(done).toMatchObject({
    code: 0,
    stdout: '103 approvals by ash_k are back in review. ash_k is suspended and logged out everywhere.\n',
  });
  expect(await approvedSales(checker)).toBe(0);
  expect(await isAlive(server, checker.token)).toBe(false);
  const events = await server.sql(
    `select distinct actor_name, actor_id from sale_event where type = 'returned' and sale_id = any(?)`,
    [`{${ids.join()}}`],
  );
  expect(events).toEqual([{ actor_name: expect.stringMatching(/^operator /), actor_id: null }]);
  const [change] = await server.sql(
    `select detail->>'reason' as reason from audit_event where action = 'account.status-changed' and target = 'ash_k'`,
  );
  expect(change).toEqual({ reason: 'Approved faulty sales' });
});

it('resumes an interrupted return; a different one meanwhile is a conflict (exit code 4)', async () => {
  const checker = await makeAccount(server, 'checker');
  await makeApprovals(server, checker, LIMITS.review.returnBatch + 1);
  const { reviewerAudit } = server.services();
  const request = { reviewer_id: checker.user.user_id, since: SINCE };
  const { run_id } = await reviewerAudit.start(request);
  await server.services().reviewerAudit.returnNext(run_id);

  const other = await returnOf(checker, ...SUSPEND, '--yes');
  expect(other).toMatchObject({ code: 4, stdout: '' });
  expect(other.stderr).toBe(
    `error: Approvals by ${checker.user.username} since ${SINCE} are already being returned to review: 100 of 101. Nothing was changed; try again when that return is done.\n`,
  );
  const resumed = await returnOf(checker);
  expect(resumed).toMatchObject({
    code: 0,
    stdout: `101 approvals by ${checker.user.username} are back in review.\n`,
    stderr: expect.stringMatching(/^Resuming the return that was started on /),
  });
  const again = await returnOf(checker, '--json', '--yes');
  expect(JSON.parse(again.stdout).run).toMatchObject({ status: 'done', total: 0, returned: 0 });
});

it('needs consent, a known reviewer, a valid date, and a reason for a suspension', async () => {
  const checker = await makeAccount(server, 'checker');
  const { username } = checker.user;
  await makeApprovals(server, checker, 1);
  const [unconfirmed, unknown, badDate, future, noDate, noReason] = await Promise.all([
    returnOf(checker),
    cli('return', '--reviewer', 'nobody', '--since', SINCE, '--yes'),
    cli('return', '--reviewer', username, '--since', 'yesterday', '--yes'),
    cli('return', '--reviewer', username, '--since', '2999-01-01', '--yes'),
    cli('return', '--reviewer', username),
    returnOf(checker, '--suspend', '--yes'),
  ]);
  expect(unconfirmed).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: --yes is missing: .*in a terminal/),
  });
  expect(unknown).toEqual({ code: 3, stdout: '', stderr: 'error: There is no such account: nobody.\n' });
  expect(badDate).toMatchObject({ code: 2, stdout: '' });
  expect(badDate.stderr).toContain('error: --since must be a date like 2026-03-12 or a date and time like');
  expect(future).toEqual({ code: 2, stdout: '', stderr: 'error: --since must not be in the future\n' });
  expect(noDate).toMatchObject({ code: 2, stdout: '' });
  expect(noReason).toEqual({ code: 2, stdout: '', stderr: 'error: --suspend needs --reason <text>\n' });
  expect(await isAlive(server, checker.token)).toBe(true);
  expect(await approvedSales(checker)).toBe(1);
});

it('shows how reviewers decide', async () => {
  const checker = await makeAccount(server, 'checker', 'misty');
  await makeApprovals(server, checker, 4);
  await server.services().saleAdmin.returnToReview({ id: await firstOf(checker) });
  const [shown, json, refused] = await Promise.all([
    cli('stats'),
    cli('stats', '--since', '2999-01-01', '--json'),
    cli('stats', '--since', 'x'),
  ]);
  expect(shown.code).toBe(0);
  expect(shown.stdout.split('\n')[0]).toMatch(/^reviewer +role +decisions +approved +rejected +overturned/);
  expect(shown.stdout).toMatch(/misty +checker +4 +4 +0 +1 +25% +0 +0 /);
  expect(JSON.parse(json.stdout).data).toContainEqual(
    expect.objectContaining({ username: 'misty', decisions: 0, overturned_share: null }),
  );
  expect(refused).toMatchObject({ code: 2, stdout: '' });
});

async function firstOf({ user }: TestAccount): Promise<number> {
  const [row] = await server.sql<{ sale_id: number }>(
    'select min(sale_id) as sale_id from sale where decided_by = ?',
    [user.user_id],
  );
  return row?.sale_id ?? 0;
}
