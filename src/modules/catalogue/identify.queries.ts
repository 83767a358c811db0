import type { Identified, IdentifyInput } from '../../contract/sale/catalogue.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { CatalogueService } from './catalogue.service.ts';

export interface IdentifyDeps {
  catalogue: Pick<CatalogueService, 'speciesIdsIn' | 'identify'>;
  settings: Pick<SettingsService, 'generation'>;
  /** The forms that only sprites have, by species. */
  sprites: { variantsOf(speciesIds: number[]): Promise<Map<number, string[]>> };
}

/** Each pokemon, as written in a text, in the catalogue's spelling. */
export async function identify(
  { catalogue, settings, sprites }: IdentifyDeps,
  pokemon: IdentifyInput['pokemon'],
): Promise<Identified[]> {
  const generation = await settings.generation();
  const variants = await sprites.variantsOf(catalogue.speciesIdsIn(pokemon.flatMap(({ names }) => names)));
  const options = { generation, extraForms: (id: number) => variants.get(id) ?? [] };
  return pokemon.map((written) => catalogue.identify(written, options));
}
