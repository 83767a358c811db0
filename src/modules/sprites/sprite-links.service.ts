import type { SpriteEntry } from '../../contract/admin/admin.ts';
import { directImageLink, imageHostError } from '../../contract/sale/image-links.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { RequestScope } from '../scope.ts';
import { type ProbeFault, probeLinks } from './link-probe.ts';
import { Sprite } from './sprite.entity.ts';
import { presentSprite } from './sprite-admin.service.ts';

export interface FaultyLink extends SpriteEntry {
  fault: string;
}

export interface LinkReport {
  checked: number;
  /** Links that were made direct. */
  fixed: number;
  faulty: FaultyLink[];
}

const WORDS: Record<Exclude<ProbeFault, null>, string> = {
  gone: 'The host does not have this picture',
  offline: 'The host does not answer',
};

interface Deps extends RequestScope {
  audit: AuditService;
}

/** Looks after the links of the sprites that are stored: hosts change, and so does what is allowed. */
export class SpriteLinksService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Every sprite whose picture cannot be shown, and why. With `fix`, links to pages become links to pictures before. */
  async check({ fix }: { fix: boolean }): Promise<LinkReport> {
    const { em } = this.#deps;
    return em.transactional(async () => {
      const sprites = await em.find(Sprite, {}, { orderBy: { pokemonId: 'asc', id: 'asc' } });
      const fixed = fix ? sprites.filter((sprite) => this.#makeDirect(sprite)) : [];
      await em.flush();
      if (fixed.length)
        await this.#deps.audit.record({ action: 'sprites.links-fixed', detail: { fixed: fixed.length } });
      const faulty = sprites.flatMap((sprite) => {
        const fault = this.#faultOf(sprite.imgurUrl);
        return fault === null ? [] : [{ ...presentSprite(sprite), fault }];
      });
      return { checked: sprites.length, fixed: fixed.length, faulty };
    });
  }

  /**
   * Asks the hosts for the pictures whose links are right.
   *
   * @param told hears how many were asked so far
   * @returns the faulty ones; null when no host answered at all, which is this machine's fault rather than theirs
   */
  async probe(told: (asked: number, of: number) => void): Promise<FaultyLink[] | null> {
    const sprites = await this.#deps.em.find(Sprite, {}, { orderBy: { pokemonId: 'asc', id: 'asc' } });
    const right = sprites.filter(({ imgurUrl }) => this.#faultOf(imgurUrl) === null);
    const urls = right.map(({ imgurUrl }) => imgurUrl);
    const answers = await probeLinks(urls, (asked) => told(asked, urls.length));
    if (urls.length && [...answers.values()].every((answer) => answer === 'offline')) return null;
    return right.flatMap((sprite) => {
      const answer = answers.get(sprite.imgurUrl) ?? null;
      return answer === null ? [] : [{ ...presentSprite(sprite), fault: WORDS[answer] }];
    });
  }

  /** True when the link was another one. */
  #makeDirect(sprite: Sprite): boolean {
    const direct = directImageLink(sprite.imgurUrl);
    if (direct === null || direct === sprite.imgurUrl) return false;
    sprite.imgurUrl = direct;
    return true;
  }

  #faultOf(link: string): string | null {
    const direct = directImageLink(link);
    if (direct === null) return 'This is no web address';
    if (direct !== link) return `The direct link is ${direct}`;
    return imageHostError(link, this.#deps.config.imageHosts);
  }
}
