import type { Flood, HostileRequest } from './flood.ts';

export const PASSWORD = 'a passphrase for measurements';
/** Accounts `hostile_n`. */
export const HOSTILE = 20;
const REQUESTS_A_SECOND = 500;

export interface Scenario {
  name: string;
  flood: Flood;
  /** Staff approve 50 sales at once about every second, also without the flood. */
  approves?: boolean;
  /** It comes from many addresses: its figures are printed, and have no budget. */
  isDistributed?: boolean;
}

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

/** Each flood of the benchmark. @param tokens of hostile accounts */
export function scenarios(tokens: readonly string[]): Scenario[] {
  const [token = '', another = ''] = tokens;
  const bearer = (value: string) => ({ authorization: `Bearer ${value}`, 'x-forwarded-for': '203.0.113.9' });
  const requests = (all: readonly HostileRequest[], perSecond = REQUESTS_A_SECOND): Flood => ({
    kind: 'requests',
    perSecond,
    requests: all,
  });
  const visitor = { 'x-forwarded-for': '203.0.113.10' };
  const get = (route: string, headers: Record<string, string> = bearer(token)): HostileRequest => ({
    method: 'GET',
    path: route,
    headers,
  });
  const list = { path: 'submissions.list', input: {} };
  const message = Array.from({ length: 10 }, (_, id) => ({ id: id + 1, method: 'query', params: list }));
  const ips = (count: number) => Array.from({ length: count }, (_, n) => `203.0.114.${n}`);
  const hostile = (addresses: readonly string[], password: string) =>
    Array.from({ length: HOSTILE }, (_, n) =>
      signIn(`hostile_${n}`, addresses[n % addresses.length] ?? '', password),
    );
  return [
    { name: 'lists of one account', flood: requests([get('/trpc/submissions.list?input=%7B%7D')]) },
    {
      name: 'a socket, 800 messages of 10 calls',
      flood: { kind: 'messages', token: another, count: 800, message: JSON.stringify(message) },
    },
    {
      name: 'different searches of one address',
      flood: requests(
        Array.from({ length: 1_000 }, (_, n) =>
          get(`/api/pokemon?query=price%20%3E%20${n}%20or%20level%20%3E%20${n % 100}`, visitor),
        ),
      ),
    },
    {
      name: 'dead tokens',
      flood: requests(Array.from({ length: 1_000 }, (_, n) => get('/api/auth/profile', bearer(`dead-${n}`)))),
    },
    {
      name: 'validate-reset-token',
      flood: requests([get('/api/email/validate-reset-token/guess', { ...bearer(''), authorization: '' })]),
    },
    { name: 'readyz', flood: requests([get('/readyz')]) },
    { name: 'right passwords, 20 accounts', flood: requests(hostile(ips(1), PASSWORD), 200) },
    {
      name: 'right passwords, 20 accounts, 10 addresses',
      flood: requests(hostile(ips(10), PASSWORD), 200),
      isDistributed: true,
    },
    { name: 'wrong passwords', flood: requests(hostile(ips(1), 'wrong'), 200) },
    {
      name: '800 subscriptions, long queries',
      flood: {
        kind: 'subscriptions',
        connections: 50,
        each: 16,
        input: { kind: 'item', query: longQuery() },
      },
      approves: true,
    },
  ];
}
