/**
 * A name as somebody types it in a hurry: without accents, apostrophes and points, other signs as one space:
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

/** What people call the forms of a region. */
const OF_REGION: Readonly<Record<string, string>> = {
  Alola: 'Alolan',
  Galar: 'Galarian',
  Hisui: 'Hisuian',
  Paldea: 'Paldean',
};

/** How a species is asked for by one of its forms, folded: `alolan ninetales`, `ninetales alola`, `wash rotom`. */
export function formKeys(name: string, form: string): string[] {
  const [region = '', ...rest] = form.split('-');
  const called = [form, ...(OF_REGION[region] ? [[OF_REGION[region], ...rest].join(' ')] : [])];
  return called.flatMap((word) => [foldName(`${name} ${word}`), foldName(`${word} ${name}`)]);
}
