import { raw } from '@mikro-orm/postgresql';
import { notFound } from '../../lib/errors.ts';
import type { RequestScope } from '../scope.ts';
import { Sprite } from './sprite.entity.ts';

/** Public access to the pictures of pokemon. */
export class SpritesService {
  readonly #scope: RequestScope;

  constructor(scope: RequestScope) {
    this.#scope = scope;
  }

  /** @throws DomainError not_found when that form has no picture. */
  async find(pokemonId: number, form: string): Promise<{ imgur_url: string; variant: string }> {
    const sprite = await this.#scope.em.findOne(Sprite, {
      pokemonId,
      [raw('lower(variant)')]: form.toLowerCase(),
    });
    if (!sprite) throw notFound('sprite');
    return { imgur_url: sprite.imgurUrl, variant: sprite.variant };
  }

  /** The variants of a pokemon that have a picture. */
  async variants(pokemonId: number): Promise<string[]> {
    const sprites = await this.#scope.em.find(Sprite, { pokemonId });
    return sprites.map((sprite) => sprite.variant);
  }
}
