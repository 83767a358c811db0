import { readCatalogue } from '../../modules/catalogue/catalogue.source.ts';

export interface SpelledForm {
  name: string;
  form: string;
  /** Ways to write them, with the words of the form separated by spaces or hyphens. */
  spellings: readonly string[];
}

/** Every form of the catalogue as players write it, with the name first. */
export function catalogueSpellings(): SpelledForm[] {
  return readCatalogue().species.flatMap(({ name, forms }) =>
    forms.map(({ form, alias }, at) => {
      const written = at === 0 ? alias : form;
      const parts =
        written === undefined ? [] : [written, written.replaceAll('-', ' '), written.replaceAll(' ', '-')];
      const spelled = parts.flatMap((part) => [`${name} ${part}`, `${name}-${part}`]);
      return { name, form, spellings: [...new Set(at === 0 ? [name, ...spelled] : spelled)] };
    }),
  );
}
