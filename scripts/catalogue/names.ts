/**
 * A name as people type it: a straight apostrophe for the typographic one (`Farfetch'd`). With `'ascii'` also
 * without accents, which the sprite names lack.
 */
export function plainName(name: string, spelling: 'accented' | 'ascii' = 'accented'): string {
  const straight = name.replaceAll('’', "'");
  return spelling === 'ascii' ? straight.normalize('NFKD').replace(/\p{M}/gu, '') : straight.normalize('NFC');
}
