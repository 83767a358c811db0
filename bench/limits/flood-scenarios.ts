import type { Flood, HostileRequest } from './flood.ts';

export const PASSWORD = 'a passphrase for measurements';
const REQUESTS_A_SECOND = 500;
const SIGN_INS_A_SECOND = 200;

const ROUNDS = { rounds: 2, seconds: 6 };
/** 10 addresses have attempts left all the time. */
const FIRST_SECONDS = { rounds: 4, seconds: 3 };

export interface Scenario {
  name: string;
  /** A flood of sign-ins has accounts and addresses that none before has used. */
  flood: () => Flood;
  rounds: number;
  /** Of a round without the flood, and of one with it. */
  seconds: number;
  /** How long the flood lasts before its round. */
  leadSeconds?: number;
  /** Staff approve 50 sales at once about every second, also without the flood. */
  approves?: boolean;
}

/** Accounts of a flood of sign-ins, and of all of them. */
const HOSTILE = 20;
const SIGN_IN_ROUNDS = 3 * FIRST_SECONDS.rounds + ROUNDS.rounds;
export const HOSTILE_NAMES = Array.from({ length: HOSTILE * SIGN_IN_ROUNDS }, (_, n) => `hostile_${n}`);

export const signIn = (username: string, address: string, password = PASSWORD): HostileRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'x-forwarded-for': address },
  body: { username, password },
});

/** A query near the maximum length, which matches nothing. */
const longQuery = (): string => {
  const terms: string[] = [];
  for (let n = 1; terms.join(' or ').length < 1_850 && terms.length < 99; n += 1) terms.push(`price = ${n}`);
  return terms.join(' or ');
};

/** Makes floods of sign-ins, each with accounts and addresses that no other one has. */
function signInFloods() {
  let made = 0;
  return (addresses: number, password = PASSWORD): Flood => {
    const names = HOSTILE_NAMES.slice(made * HOSTILE, (made + 1) * HOSTILE);
    made += 1;
    const requests = names.map((name, n) => signIn(name, `198.18.${made}.${n % addresses}`, password));
    return { kind: 'requests', perSecond: SIGN_INS_A_SECOND, requests };
  };
}

/** Each flood of the benchmark. @param tokens of hostile accounts */
export function scenarios(tokens: readonly string[]): Scenario[] {
  const [token = '', another = ''] = tokens;
  const bearer = (value: string) => ({ authorization: `Bearer ${value}`, 'x-forwarded-for': '203.0.113.9' });
  const requests = (name: string, all: readonly HostileRequest[]): Scenario => ({
    name,
    flood: () => ({ kind: 'requests', perSecond: REQUESTS_A_SECOND, requests: all }),
    ...ROUNDS,
  });
  const visitor = { 'x-forwarded-for': '203.0.113.10' };
  const get = (route: string, headers: Record<string, string> = bearer(token)): HostileRequest => ({
    method: 'GET',
    path: route,
    headers,
  });
  const list = { path: 'submissions.list', input: {} };
  const message = JSON.stringify(
    Array.from({ length: 10 }, (_, id) => ({ id: id + 1, method: 'query', params: list })),
  );
  const signIns = signInFloods();
  return [
    requests('lists of one account', [get('/trpc/submissions.list?input=%7B%7D')]),
    {
      name: 'a socket, 800 messages of 10 calls',
      flood: () => ({ kind: 'messages', token: another, count: 800, message }),
      ...ROUNDS,
    },
    requests(
      'different searches of one address',
      Array.from({ length: 1_000 }, (_, n) =>
        get(`/api/pokemon?query=price%20%3E%20${n}%20or%20level%20%3E%20${n % 100}`, visitor),
      ),
    ),
    requests(
      'dead tokens',
      Array.from({ length: 1_000 }, (_, n) => get('/api/auth/profile', bearer(`dead-${n}`))),
    ),
    requests('validate-reset-token', [
      get('/api/email/validate-reset-token/guess', { ...bearer(''), authorization: '' }),
    ]),
    requests('readyz', [get('/readyz')]),
    { name: 'right passwords, 1 address', flood: () => signIns(1), ...FIRST_SECONDS },
    { name: 'wrong passwords, 1 address', flood: () => signIns(1, 'wrong'), ...FIRST_SECONDS },
    { name: 'right passwords, 10 addresses', flood: () => signIns(10), ...FIRST_SECONDS },
    {
      name: 'right passwords, 10 addresses, later',
      flood: () => signIns(10),
      ...ROUNDS,
      leadSeconds: 15,
    },
    {
      name: '800 subscriptions, long queries',
      flood: () => ({
        kind: 'subscriptions',
        connections: 50,
        each: 16,
        input: { kind: 'item', query: longQuery() },
      }),
      ...ROUNDS,
      approves: true,
    },
  ];
}
