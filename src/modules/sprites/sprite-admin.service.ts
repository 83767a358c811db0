import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { SpriteEntry, zCreateSprite, zEditSprite, zSpriteForm } from '../../contract/admin/admin.ts';
import { GENERATIONS } from '../../contract/admin/settings.ts';
import { imageHostError } from '../../contract/sale/image-links.ts';
import type { Page } from '../../contract/shared/primitives.ts';
import type { FieldError } from '../../contract/shared/validation.ts';
import { likeText, values } from '../../db/query.ts';
import { invalidInput, notFound } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import { type Resolved, resolveSpecies, speciesOptions } from '../catalogue/pokemon.resolver.ts';
import { type PageRequest, readPage } from '../paging.ts';
import { Service } from '../service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { Sprite } from './sprite.entity.ts';

type NewSprite = z.output<typeof zCreateSprite>;

/** A sprite as entered. The number is optional, as it follows from the name. */
type SpriteDraft = Omit<NewSprite, 'pokemon_id'> & { pokemon_id?: number | undefined };

/** Columns of a sprite, validated against the catalogue and the allowed image hosts. */
export type CheckedSprite = Pick<Sprite, 'pokemonId' | 'pokemonName' | 'variant' | 'imgurUrl'>;

const NEWEST = GENERATIONS.at(-1) ?? 9;

export const presentSprite = (sprite: Sprite): SpriteEntry => ({
  id: sprite.id,
  pokemon_id: sprite.pokemonId,
  pokemon_name: sprite.pokemonName,
  variant: sprite.variant,
  imgur_url: sprite.imgurUrl,
});

const nameOf = ({ pokemonName, variant }: CheckedSprite) => `${pokemonName}, ${variant}`;

interface Deps {
  catalogueSource: CatalogueSource;
  settings: SettingsService;
  audit: AuditService;
}

export class SpriteAdminService extends Service<Deps> {
  /** Sprites sorted by number and variant. Searches for a part of the name or variant, or for `#` and a number. */
  list(search: string | undefined, request: PageRequest): Promise<Page<SpriteEntry>> {
    const list = {
      columns: sql`id, pokemon_id, pokemon_name, variant, imgur_url`,
      from: sql`sprite ${searchCondition(search)}`,
      order: sql`order by pokemon_id, lower(variant), id`,
    };
    return readPage(this.deps.em, list, request);
  }

  /** The form that can only be submitted because of a sprite, with the number of its sales. */
  async formOf(id: number): Promise<z.output<typeof zSpriteForm>> {
    const { em, catalogueSource, settings } = this.deps;
    const sprite = await em.findOne(Sprite, { id });
    if (!sprite) throw notFound('sprite');
    const { pokemonId } = sprite;
    const species = catalogueSource.findSpecies(sprite.pokemonName);
    if (!species) return { form: null, sales: 0 };
    const generation = await settings.generation();
    const variantsOf = (sprites: Sprite[]) => sprites.map(({ variant }) => variant);
    const formsWith = (extraForms: string[]) =>
      speciesOptions(species, { generation, extraForms }).forms.map(({ form }) => form);
    const others = variantsOf(await em.find(Sprite, { pokemonId, id: { $ne: id } }));
    const remaining = formsWith(others);
    const form = formsWith([...others, sprite.variant]).find((one) => !remaining.includes(one)) ?? null;
    const [sales = 0] = await values(em)<number>`select count(*)::int from sale
      where species_id = ${pokemonId} and lower(form) = lower(${form}) and deleted_at is null`;
    return { form, sales };
  }

  /** The sprite to store, with the pokemon's number and the catalogue's spelling; or the errors of the draft. */
  resolve(draft: SpriteDraft): Resolved<CheckedSprite> {
    const species = resolveSpecies(this.deps.catalogueSource, draft.pokemon_name, NEWEST);
    const host = imageHostError(draft.imgur_url, this.deps.config.imageHosts);
    const errors: FieldError[] = species.ok ? [] : [...species.errors];
    if (species.ok && draft.pokemon_id !== undefined && draft.pokemon_id !== species.value.id)
      errors.push({
        field: 'pokemon_id',
        message: `${species.value.name} is number ${species.value.id}, not ${draft.pokemon_id}`,
      });
    if (host) errors.push({ field: 'imgur_url', message: host });
    if (!species.ok || errors.length) return { ok: false, errors };
    const { id: pokemonId, name: pokemonName } = species.value;
    return {
      ok: true,
      value: { pokemonId, pokemonName, variant: draft.variant, imgurUrl: draft.imgur_url },
    };
  }

  /**
   * Adds a sprite. One that exists already is returned, so a call can be repeated.
   *
   * @throws DomainError invalid for an unknown pokemon, a number that does not match it, or a link to another host;
   *   conflict when the pokemon already has another picture of that variant.
   */
  async create(draft: SpriteDraft): Promise<SpriteEntry> {
    const checked = this.#checked(draft);
    const { em } = this.deps;
    return em.transactional(async () => {
      const same = await em.findOne(Sprite, checked);
      if (same) return presentSprite(same);
      const sprite = em.create(Sprite, checked);
      await em.persist(sprite).flush();
      await this.#record('sprite.created', checked, { after: presentSprite(sprite) });
      return presentSprite(sprite);
    });
  }

  /** Changes the given fields of a sprite. @throws DomainError as `create`; not_found for an unknown sprite. */
  async edit({ id, ...change }: z.output<typeof zEditSprite>): Promise<SpriteEntry> {
    const { em } = this.deps;
    return em.transactional(async () => {
      const sprite = await this.#locked(id);
      const before = presentSprite(sprite);
      const { pokemon_name = before.pokemon_name, variant = before.variant, pokemon_id } = change;
      const { imgur_url = before.imgur_url } = change;
      const checked = this.#checked({ pokemon_name, pokemon_id, variant, imgur_url });
      em.assign(sprite, checked);
      const after = presentSprite(sprite);
      if (isDeepStrictEqual(before, after)) return after;
      await em.flush();
      await this.#record('sprite.changed', checked, { before, after });
      return after;
    });
  }

  /** @throws DomainError not_found for an unknown sprite. */
  async remove(id: number): Promise<void> {
    const { em } = this.deps;
    await em.transactional(async () => {
      const sprite = await this.#locked(id);
      await em.nativeDelete(Sprite, { id });
      await this.#record('sprite.deleted', sprite, { before: presentSprite(sprite) });
    });
  }

  #checked(draft: SpriteDraft): CheckedSprite {
    const resolved = this.resolve(draft);
    if (resolved.ok) return resolved.value;
    throw invalidInput(resolved.errors);
  }

  async #locked(id: number): Promise<Sprite> {
    const sprite = await this.deps.em.findOne(Sprite, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!sprite) throw notFound('sprite');
    return sprite;
  }

  #record(action: string, sprite: CheckedSprite, detail: Record<string, unknown>): Promise<void> {
    return this.deps.audit.record(action, { target: nameOf(sprite), detail });
  }
}

function searchCondition(search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql``;
  const number = /^#(\d{1,9})$/.exec(search)?.[1];
  if (number) return sql`where pokemon_id = ${Number(number)}`;
  const pattern = `%${likeText(search)}%`;
  return sql`where lower(pokemon_name) like ${pattern} or lower(variant) like ${pattern}`;
}
