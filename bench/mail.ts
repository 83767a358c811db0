import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { daysBefore, todayUtc } from '../src/contract/shared/dates.ts';
import { PROGRAMS } from '../src/testing/processes/programs.ts';
import { startMailServer, type TestMailServer } from '../src/testing/servers/mail-server.ts';
import { createAdmin } from './kit/account.ts';
import { withDatabase } from './kit/database.ts';
import { quantile, rounded } from './kit/figures.ts';
import { ServerProcess } from './kit/server-process.ts';
import { atRate } from './kit/timed-client.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 40);
const NAMES = Number(process.env.BENCH_NAMES ?? 7);
const SUBMISSIONS_A_SECOND = Number(process.env.BENCH_SUBMISSIONS ?? 50);
const MAILS_A_SECOND = 5;
const BUDGET_MS = 2_000;
/** Extra time for emails that are still in transit when the load ends. */
const GRACE_S = 10;
const FAST = 'fast.example';
const HANGING = 'hanging.example';

async function post(url: string, body: object, token?: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** Creates the accounts that receive the emails: `<phase>_<index>` at a host. */
async function addAccounts(client: Client, phase: string, host: string): Promise<void> {
  await client.query(
    `insert into account (username, username_skeleton, email, email_confirmed_at, password_hash)
     select name, name, name || '@' || $2, now(), 'x'
     from (select $1 || '_' || n as name from generate_series(0, $3::int) n) named`,
    [phase, host, MAILS_A_SECOND * SECONDS],
  );
}

interface Load {
  url: string;
  token: string;
  client: Client;
  smtp: TestMailServer;
}

/**
 * Requests emails while sales are submitted. The time of an email is measured from the response to its request until it
 * arrives at the mail server; 0 if it arrives before the response.
 */
async function measure({ url, token, client, smtp }: Load, phase: string, hanging: boolean) {
  await addAccounts(client, phase, FAST);
  if (hanging) await addAccounts(client, `${phase}h`, HANGING);
  const answered = new Map<string, number>();
  const arrived = new Map<string, number>();
  const started = performance.now();
  let collecting = true;
  const collect = async () => {
    while (collecting) {
      const mail = await Promise.race([smtp.next(), delay(500)]);
      if (mail) arrived.set(mail.to[0] ?? '', performance.now());
    }
  };
  const requestReset = (name: string) => post(`${url}/api/email/request-password-reset`, { username: name });
  const submit = (index: number) =>
    post(
      `${url}/api/items/submit`,
      {
        item_name: `Bench Orb ${index % NAMES}`,
        price: 1_000 + ((index * 7_919) % 500),
        date_sold: daysBefore(todayUtc(), 1 + (index % 300)),
        proof_url: `https://forum.example/${phase}/${index}`,
      },
      token,
    );
  const collected = collect();
  await Promise.all([
    atRate(SUBMISSIONS_A_SECOND, SECONDS, submit),
    atRate(MAILS_A_SECOND, SECONDS, async (index) => {
      await requestReset(`${phase}_${index}`);
      answered.set(`${phase}_${index}@${FAST}`, performance.now());
    }),
    hanging ? atRate(MAILS_A_SECOND, SECONDS, (index) => requestReset(`${phase}h_${index}`)) : undefined,
  ]);
  const perSecond = (SUBMISSIONS_A_SECOND * SECONDS * 1_000) / (performance.now() - started);
  const { rows } = await client.query<{ marks: number; names: number; unchecked: number }>(
    `select (select count(*)::int from flag_mark) as marks, (select count(*)::int from flag_due) as names,
       (select count(*)::int from sale left join sale_check c using (sale_id) where status = 'pending' and c.sale_id is null) as unchecked`,
  );
  for (let waited = 0; waited < GRACE_S && arrived.size < answered.size; waited += 1) await delay(1_000);
  collecting = false;
  await collected;
  const times = [...answered].flatMap(([to, at]) => {
    const arrival = arrived.get(to);
    return arrival === undefined ? [] : [Math.max(0, arrival - at)];
  });
  return { times, lost: answered.size - times.length, perSecond, flags: rows[0] };
}

/** Measures how long emails take while sales are submitted, also when the mail server hangs for one host. */
export async function benchMail(): Promise<void> {
  await withDatabase(async (database) => {
    const smtp = await startMailServer();
    smtp.hangFor(HANGING);
    const settings = {
      ...database.settings,
      LOG_LEVEL: 'fatal',
      SMTP_URL: smtp.url,
    };
    const client = new Client({ connectionString: database.url });
    try {
      await client.connect();
      const server = await ServerProcess.start(PROGRAMS.web, settings, '/readyz');
      try {
        const load = { url: server.url, token: await createAdmin(server.url, settings), client, smtp };
        for (const hanging of [false, true]) {
          const { times, lost, perSecond, flags } = await measure(
            load,
            hanging ? 'second' : 'first',
            hanging,
          );
          const p99 = quantile(times, 0.99);
          console.table([
            {
              what: `${MAILS_A_SECOND} mails a second while sales are submitted${hanging ? ', one host hangs' : ''}`,
              'submissions a second': perSecond.toFixed(1),
              mails: times.length,
              'not sent': lost,
              'median ms': rounded(quantile(times, 0.5)),
              'p99 ms': rounded(p99),
              'sales without flags at the end': flags?.unchecked,
              'marks waiting': flags?.marks,
              'names due': flags?.names,
              budget: `p99 ${BUDGET_MS} ms`,
            },
          ]);
          if (p99 > BUDGET_MS || lost > 0) process.exitCode = 1;
        }
      } finally {
        smtp.hangFor('');
        await smtp.hangUp();
        await server.stop();
      }
    } finally {
      await client.end();
      await smtp.stop();
    }
  });
}
