/**
 * A name as people type it, with straight apostrophes (`Farfetch'd`). `'ascii'` also removes accents, as sprite names
 * have none.
 */
export function plainName(name: string, spelling: 'accented' | 'ascii' = 'accented'): string {
  const straight = name.replaceAll('’', "'");
  return spelling === 'ascii' ? straight.normalize('NFKD').replace(/\p{M}/gu, '') : straight.normalize('NFC');
}
