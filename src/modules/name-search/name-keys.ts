/**
 * Folds a name for lenient matching: removes accents, apostrophes and periods, and turns other symbols into one space.
 * `Farfetch'd` is `farfetchd`, `Mr. Mime` is `mr mime`, `Nidoran♀` is `nidoran f`.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/♀/g, ' f')
    .replace(/♂/g, ' m')
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The common adjectives of regional forms. */
const OF_REGION: Readonly<Record<string, string>> = {
  Alola: 'Alolan',
  Galar: 'Galarian',
  Hisui: 'Hisuian',
  Paldea: 'Paldean',
};

/** The folded search keys of a species with one of its forms: `alolan ninetales`, `ninetales alola`, `wash rotom`. */
export function formKeys(name: string, form: string): string[] {
  const [region = '', ...rest] = form.split('-');
  const called = [form, ...(OF_REGION[region] ? [[OF_REGION[region], ...rest].join(' ')] : [])];
  return called.flatMap((word) => [foldName(`${name} ${word}`), foldName(`${word} ${name}`)]);
}
