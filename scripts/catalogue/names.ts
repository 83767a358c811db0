/**
 * A name as it is shown, with straight apostrophes (`Farfetch'd`) and signs (`Nidoran♀`). `'ascii'` has neither accents
 * nor signs, as sprite names have none.
 */
export function plainName(name: string, spelling: 'accented' | 'ascii' = 'accented'): string {
  const straight = name.replaceAll('’', "'");
  if (spelling === 'ascii') return straight.normalize('NFKD').replace(/\p{M}/gu, '');
  return straight
    .replace(/^(Nidoran)-F$/, '$1♀')
    .replace(/^(Nidoran)-M$/, '$1♂')
    .normalize('NFC');
}
