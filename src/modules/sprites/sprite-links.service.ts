import { LockMode } from '@mikro-orm/core';
import type { SpriteEntry } from '../../contract/admin/admin.ts';
import { directImageLink, imageHostError } from '../../contract/sale/image-links.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Service } from '../service.ts';
import { type ProbeError, probeLinks } from './link-probe.ts';
import { Sprite } from './sprite.entity.ts';
import { presentSprite } from './sprite-admin.service.ts';

export interface BrokenLink extends SpriteEntry {
  error: string;
}

interface LinkReport {
  checked: number;
  /** Number of links that were replaced by direct links. */
  fixed: number;
  broken: BrokenLink[];
}

const MESSAGES: Record<Exclude<ProbeError, null>, string> = {
  gone: 'The host does not have this picture',
  offline: 'The host does not respond',
};

/** Checks the links of stored sprites: pictures disappear, and the list of allowed hosts changes. */
export class SpriteLinksService extends Service<{ audit: AuditService }> {
  /**
   * The sprites whose picture cannot be shown, with the reason. `fix` first replaces links to pages by direct links.
   */
  async check({ fix }: { fix: boolean }): Promise<LinkReport> {
    const { em } = this.deps;
    return em.transactional(async () => {
      const sprites = await em.find(
        Sprite,
        {},
        {
          orderBy: { pokemonId: 'asc', id: 'asc' },
          // Prevents overwriting a link that an admin changes meanwhile.
          ...(fix && { lockMode: LockMode.PESSIMISTIC_WRITE }),
        },
      );
      const fixed = fix ? sprites.filter((sprite) => this.#makeDirect(sprite)) : [];
      await em.flush();
      if (fixed.length)
        await this.deps.audit.record('sprites.links-fixed', { detail: { fixed: fixed.length } });
      const broken = sprites.flatMap((sprite) => {
        const error = this.#errorOf(sprite.imgurUrl);
        return error === null ? [] : [{ ...presentSprite(sprite), error }];
      });
      return { checked: sprites.length, fixed: fixed.length, broken };
    });
  }

  /**
   * Requests the pictures of all valid links from their hosts.
   *
   * @param onProgress called with the number of pictures requested so far, and their total
   * @returns the broken links; null when no host responded at all, which suggests that this machine is offline
   */
  async probe(onProgress: (probed: number, total: number) => void): Promise<BrokenLink[] | null> {
    const sprites = await this.deps.em.find(Sprite, {}, { orderBy: { pokemonId: 'asc', id: 'asc' } });
    const valid = sprites.filter(({ imgurUrl }) => this.#errorOf(imgurUrl) === null);
    const urls = valid.map(({ imgurUrl }) => imgurUrl);
    const results = await probeLinks(urls, (probed) => onProgress(probed, urls.length));
    if (urls.length && [...results.values()].every((result) => result === 'offline')) return null;
    return valid.flatMap((sprite) => {
      const result = results.get(sprite.imgurUrl) ?? null;
      return result === null ? [] : [{ ...presentSprite(sprite), error: MESSAGES[result] }];
    });
  }

  /** Replaces the link by a direct link; true if it changed. */
  #makeDirect(sprite: Sprite): boolean {
    const direct = directImageLink(sprite.imgurUrl);
    if (direct === null || direct === sprite.imgurUrl) return false;
    sprite.imgurUrl = direct;
    return true;
  }

  #errorOf(link: string): string | null {
    const direct = directImageLink(link);
    if (direct === null) return 'This is not a valid URL';
    if (direct !== link) return `The direct link is ${direct}`;
    return imageHostError(link, this.deps.config.imageHosts);
  }
}
