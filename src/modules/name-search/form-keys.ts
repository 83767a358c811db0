import { nameKey } from '../../contract/shared/text.ts';

/** The common adjectives of regional forms. */
const OF_REGION: Readonly<Record<string, string>> = {
  Alola: 'Alolan',
  Galar: 'Galarian',
  Hisui: 'Hisuian',
  Paldea: 'Paldean',
};

/** The search keys of a species with one of its forms, as for `alolan ninetales`, `ninetales alola`, `wash rotom`. */
export function formKeys(name: string, form: string): string[] {
  const [region = '', ...rest] = form.split('-');
  const called = [form, ...(OF_REGION[region] ? [[OF_REGION[region], ...rest].join(' ')] : [])];
  return called.flatMap((word) => [nameKey(`${name} ${word}`), nameKey(`${word} ${name}`)]);
}
