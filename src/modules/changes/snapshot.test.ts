import { describe, expect, it } from 'vitest';
import { covers, parseSnapshot, type Snapshot, sees } from './snapshot.ts';

const snapshot = (text: string): Snapshot => {
  const parsed = parseSnapshot(text);
  if (!parsed) throw new Error(`no snapshot: ${text}`);
  return parsed;
};

describe('parseSnapshot', () => {
  it('reads what PostgreSQL writes', () => {
    expect(snapshot('10:20:12,15')).toEqual({ xmin: 10n, xmax: 20n, inProgress: new Set([12n, 15n]) });
    expect(snapshot('10:10:')).toEqual({ xmin: 10n, xmax: 10n, inProgress: new Set() });
  });

  it.each([
    ...[
      '',
      'x',
      ':',
      '::',
      '1:2',
      '1:2:3:4',
      ' 1:2:',
      '1:2:\n',
      '-1:2:',
      '1:-2:',
      '1.5:2:',
      '1e3:2000:',
      '٣:٤:',
    ],
    ...['2:1:', '0:1:', '10:20:9', '10:20:20', '10:20:15,12', '10:20:12,12', '10:20:12,', '10:20:,12'],
    ...['1:99999999999999999999:', '1:9999999999999999999:', `1:2:${'1,'.repeat(2_000)}`, '__proto__'],
    "1:2:'); drop table sale; --",
  ])('does not read %j', (text) => {
    expect(parseSnapshot(text)).toBeNull();
  });
});

it('sees what had ended when it was taken', () => {
  const one = snapshot('10:20:12,15');
  const seen = [9n, 10n, 11n, 12n, 13n, 15n, 19n, 20n, 21n].filter((xid) => sees(one, xid));
  expect(seen).toEqual([9n, 10n, 11n, 13n, 19n]);
});

it('covers what it has seen everything of', () => {
  const one = snapshot('10:20:12,15');
  for (const later of ['10:20:12,15', '10:20:15', '12:20:12', '20:20:', '12:30:12,15,22', '40:50:'])
    expect(covers(snapshot(later), one), later).toBe(true);
  for (const earlier of ['10:20:10,12,15', '10:19:12', '12:18:12,15', '5:8:', '11:30:11,22'])
    expect(covers(snapshot(earlier), one), earlier).toBe(false);
});
