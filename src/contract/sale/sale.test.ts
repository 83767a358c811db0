import { describe, expect, it } from 'vitest';
import { zItemSubmission } from './sale.ts';

describe('the name of an item', () => {
  const errorsOf = (name: string) =>
    zItemSubmission.shape.item_name.safeParse(name).error?.issues.map(({ message }) => message);

  it.each([
    'https://a.example',
    'Leftovers www.a.example',
    'WWW.A.EXAMPLE',
    'a.example/x',
    'discord.gg/abc',
    '\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/x',
    'mailto:a@b.c',
  ])('is not a link: %s', (name) => {
    expect(errorsOf(name)).toEqual(['Item name must not contain a link: put it into the proof']);
  });

  it.each(['\u0301', ' \u0301\u0302', '\u0301a', '\u20e3'])('does not start with a mark: %j', (name) => {
    expect(errorsOf(name)).toEqual(['Item name contains a character that is not allowed']);
  });

  it.each([
    'Mr. Mime',
    'Type: Null',
    "Farfetch'd",
    'Nidoran\u2640',
    '10,000,000 Volt Thunderbolt',
    'TM 01/02',
    'Dr./Prof. Oak',
    'St.Patrick Box',
    'Mail: to you',
    '!?',
    'e\u0301',
  ])('can be %s', (name) => {
    expect(errorsOf(name)).toBeUndefined();
  });
});
