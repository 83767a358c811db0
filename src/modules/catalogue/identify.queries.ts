import type { Identified, IdentifyInput } from '../../contract/sale/catalogue.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { CatalogueSource } from './catalogue.source.ts';
import { identifyPokemon, speciesIn } from './pokemon.resolver.ts';

export interface IdentifyDeps {
  market: { catalogueSource: CatalogueSource };
  settings: Pick<SettingsService, 'generation'>;
  /** The forms that only sprites have, by species. */
  sprites: { variantsOf(speciesIds: number[]): Promise<Map<number, string[]>> };
}

/** Each pokemon, as written in a text, in the catalogue's spelling. */
export async function identify(
  { market: { catalogueSource }, settings, sprites }: IdentifyDeps,
  pokemon: IdentifyInput['pokemon'],
): Promise<Identified[]> {
  const generation = await settings.generation();
  const species = speciesIn(
    catalogueSource,
    pokemon.flatMap(({ names }) => names),
  );
  const variants = await sprites.variantsOf(species.map(({ id }) => id));
  const options = { generation, extraForms: (id: number) => variants.get(id) ?? [] };
  return pokemon.map((written) => identifyPokemon(catalogueSource, written, options));
}
