import { raw } from '@mikro-orm/postgresql';
import { foldCase } from '../../contract/shared/text.ts';
import { notFound } from '../../lib/errors.ts';
import { Service } from '../service.ts';
import { Sprite } from './sprite.entity.ts';

export class SpritesService extends Service {
  /** @throws DomainError not_found when that form has no picture. */
  async find(pokemonId: number, form: string): Promise<{ imgur_url: string; variant: string }> {
    const sprite = await this.deps.em.findOne(Sprite, {
      pokemonId,
      [raw('lower(variant)')]: foldCase(form),
    });
    if (!sprite) throw notFound('sprite');
    return { imgur_url: sprite.imgurUrl, variant: sprite.variant };
  }

  async variants(pokemonId: number): Promise<string[]> {
    return (await this.variantsOf([pokemonId])).get(pokemonId) ?? [];
  }

  /** The variants that have a picture, by the ids of some pokemon; without an entry for a pokemon that has none. */
  async variantsOf(pokemonIds: readonly number[]): Promise<Map<number, string[]>> {
    if (pokemonIds.length === 0) return new Map();
    const sprites = await this.deps.em.find(Sprite, { pokemonId: { $in: [...new Set(pokemonIds)] } });
    const byPokemon = Map.groupBy(sprites, ({ pokemonId }) => pokemonId);
    return new Map(Array.from(byPokemon, ([id, some]) => [id, some.map(({ variant }) => variant)]));
  }
}
