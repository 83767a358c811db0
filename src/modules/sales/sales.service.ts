import { LockMode, raw } from '@mikro-orm/postgresql';
import { type Spread, STATS } from '../../contract/ivs.ts';
import type { SaleKind } from '../../contract/kinds.ts';
import { MESSAGES } from '../../contract/messages.ts';
import { can } from '../../contract/roles.ts';
import type {
  Decision,
  ItemSale as ItemSaleAnswer,
  PokemonSale as PokemonSaleAnswer,
  SaleStatus,
} from '../../contract/sale.ts';
import { DomainError, invalidInput, notFound } from '../../lib/errors.ts';
import { Account } from '../accounts/account.entity.ts';
import { type Actor, actorId, viewerOf } from '../actor.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import type { Scope } from '../scope.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { answerOnce } from './idempotency.ts';
import { ItemSale, PokemonSale, Sale } from './sale.entity.ts';
import { presentSale } from './sale.presenter.ts';
import type { SaleQueries } from './sale.queries.ts';
import { applyChange, type SaleChange, type SaleDraft } from './sale-draft.ts';
import { ivProperty, type Resolution, type ResolvedSale, resolveDrafts } from './sale-resolver.ts';
import { insertSales, recordEvents } from './sale-writer.ts';

export type SaleAnswer = ItemSaleAnswer | PokemonSaleAnswer;

export interface Submitted {
  sale_id: number;
  status: SaleStatus;
  message: string;
}

export interface DecisionInput {
  id: number;
  status: Decision;
  review_notes?: string | null | undefined;
  version?: number | undefined;
}

/** What approves a submission while the setting is on. */
const SKIP_REVIEW: Actor = { type: 'system', name: 'skip-review setting' };

const SUBMITTED_WORDS: Record<SaleStatus, string> = {
  pending: 'Thank you. Your submission is waiting for review.',
  approved: 'Thank you. Your submission is approved.',
  rejected: 'Your submission is rejected.',
};

const staleVersion = () =>
  new DomainError(
    'conflict',
    'STALE_VERSION',
    'Somebody else changed this sale. Please reload and try again.',
  );

function accepted(resolution: Resolution | undefined): ResolvedSale {
  if (resolution?.ok) return resolution.sale;
  throw invalidInput(resolution?.faults ?? []);
}

/** A stored sale in the shape of a draft, for changes to be laid over it. */
function draftOf(stored: Sale): SaleDraft {
  const { name, price, dateSold, proofUrl } = stored;
  const common = { name, price, date_sold: dateSold, proof_url: proofUrl ?? null };
  if (!(stored instanceof PokemonSale)) return { kind: 'item', ...common, traits: null };
  return {
    kind: 'pokemon',
    ...common,
    traits: {
      form: stored.form,
      nature: stored.nature,
      ability: stored.ability,
      level: stored.level ?? null,
      is_shiny: stored.isShiny,
      held_item: stored.heldItem ?? null,
      ivs: Object.fromEntries(STATS.map((stat) => [stat, stored[ivProperty(stat)]])) as Spread,
    },
  };
}

/** The only writer of sales: submissions, edits and decisions, each one transaction (DESIGN.md 3). */
export class SalesService {
  readonly #scope: Scope;
  readonly #catalogue: CatalogueService;
  readonly #settings: SettingsService;
  readonly #queries: SaleQueries;

  constructor(scope: Scope, catalogue: CatalogueService, settings: SettingsService, queries: SaleQueries) {
    this.#scope = scope;
    this.#catalogue = catalogue;
    this.#settings = settings;
    this.#queries = queries;
  }

  /**
   * Takes a submission. Checkers' and admins' are approved at once while the skip-review setting is on.
   *
   * @param idempotencyKey the same key within a day answers as the first time, and stores nothing (API.md)
   * @throws DomainError invalid, with a sentence per field, when the draft does not fit the catalogue; rate_limited after
   *   too many submissions in an hour.
   */
  async submit(draft: SaleDraft, idempotencyKey: string | null): Promise<Submitted> {
    const { actor, limits } = this.#scope;
    const staff = can(viewerOf(actor), 'sale.submitApproved');
    if (actor.type === 'account') await limits.take(staff ? 'submitStaff' : 'submit', actor.user_id);
    return this.#scope.em.transactional(() =>
      answerOnce(this.#scope, idempotencyKey, draft, () => this.#submit(draft)),
    );
  }

  async #submit(draft: SaleDraft): Promise<Submitted> {
    const { actor, clock } = this.#scope;
    const resolved = accepted((await this.#resolve([draft]))[0]);
    const skips = can(viewerOf(actor), 'sale.submitApproved') && (await this.#settings.skipsReview());
    const status = skips ? 'approved' : 'pending';
    const entry = {
      sale: resolved,
      status,
      submittedBy: actorId(actor),
      dateSubmitted: clock.now(),
    } as const;
    const [saleId] = await insertSales(this.#scope, this.#catalogue, actor, SKIP_REVIEW, [entry]);
    return { sale_id: Number(saleId), status, message: SUBMITTED_WORDS[status] };
  }

  /**
   * Approves or rejects a pending sale. Of many who decide at the same moment, one does.
   *
   * @throws DomainError conflict when it was decided before, with who and when, or when `version` is stale;
   *   not_found for a sale that the viewer may not review.
   */
  async decide(kind: SaleKind, { id, status, review_notes, version }: DecisionInput): Promise<SaleAnswer> {
    const { em, actor, clock } = this.#scope;
    return em.transactional(async () => {
      const stored = await this.#reviewable(kind, id);
      const decided = await em.nativeUpdate(
        Sale,
        { saleId: id, status: 'pending', deletedAt: null, ...(version !== undefined && { version }) },
        {
          status,
          decidedBy: actorId(actor),
          decidedAt: clock.now(),
          reviewNotes: review_notes ?? null,
          version: raw('version + 1'),
        },
      );
      if (decided === 0) throw await this.#whyNot(stored);
      if (status === 'approved') await this.#nameItem(stored);
      await recordEvents(this.#scope, [{ saleId: id, type: status, by: actor, notes: review_notes ?? null }]);
      return this.#present(id);
    });
  }

  /**
   * Changes a pending sale in review.
   *
   * @throws DomainError conflict when it was decided before or `version` is stale; invalid when the result does
   *   not fit the catalogue; not_found for a sale that the viewer may not review.
   */
  async edit(kind: SaleKind, id: number, change: SaleChange, version?: number): Promise<SaleAnswer> {
    const { em, actor } = this.#scope;
    return em.transactional(async () => {
      const stored = await this.#reviewable(kind, id, LockMode.PESSIMISTIC_WRITE);
      if (stored.status !== 'pending') throw await this.#alreadyReviewed(stored);
      if (version !== undefined && version !== stored.version) throw staleVersion();
      const draft = applyChange(draftOf(stored), change);
      const resolved = accepted((await this.#resolve([draft]))[0]);
      const changed = this.#assign(stored, resolved);
      if (changed) {
        stored.version += 1;
        await em.flush();
        await recordEvents(this.#scope, [{ saleId: id, type: 'edited', by: actor, ...changed }]);
      }
      return this.#present(id);
    });
  }

  async #resolve(drafts: readonly SaleDraft[]): Promise<Resolution[]> {
    return resolveDrafts(this.#scope, this.#catalogue, await this.#settings.generation(), drafts);
  }

  /** The sale of that kind, if the viewer may review it; to others it does not exist. */
  async #reviewable(kind: SaleKind, saleId: number, lockMode = LockMode.NONE): Promise<Sale> {
    const stored = await this.#scope.em.findOne(Sale, { saleId, kind, deletedAt: null }, { lockMode });
    const facts = stored && { status: stored.status, submitted_by: stored.submittedBy?.userId ?? null };
    if (!stored || !facts || !can(viewerOf(this.#scope.actor), 'sale.review', facts)) throw notFound('sale');
    return stored;
  }

  /** Lays the resolved columns over the entity; the changed ones before and after, or null when none did. */
  #assign(stored: Sale, resolved: ResolvedSale) {
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    const { kind: _, item, species, ...columns } = resolved;
    const target = stored as unknown as Record<string, unknown>;
    for (const [property, value] of Object.entries(columns)) {
      if (!(property in target) || (target[property] ?? null) === value) continue;
      before[property] = target[property] ?? null;
      after[property] = value;
      target[property] = value;
    }
    if (stored instanceof ItemSale) this.#scope.em.assign(stored, { item });
    if (stored instanceof PokemonSale && species !== null) this.#scope.em.assign(stored, { species });
    return Object.keys(after).length ? { before, after } : null;
  }

  /** An approved sale belongs to an item of the catalogue; a new name enters it now. */
  async #nameItem(stored: Sale): Promise<void> {
    // An edit may have come between reading the sale and deciding on it.
    await this.#scope.em.refresh(stored);
    if (!(stored instanceof ItemSale) || stored.item) return;
    const item = await this.#catalogue.addItem(stored.name, 'market');
    await this.#scope.em.nativeUpdate(
      ItemSale,
      { saleId: stored.saleId },
      { item: item.item_id, name: item.name },
    );
  }

  /** Why a decision found nothing to decide: looked up in its own transaction, after the others' commits. */
  async #whyNot(stored: Sale): Promise<DomainError> {
    const now = await this.#scope.em.refresh(stored);
    if (!now || now.deletedAt) return notFound('sale');
    return now.status === 'pending' ? staleVersion() : this.#alreadyReviewed(now);
  }

  async #alreadyReviewed(decided: Sale): Promise<DomainError> {
    const { em } = this.#scope;
    const by = decided.decidedBy && (await em.findOne(Account, { userId: decided.decidedBy.userId }));
    const at = (decided.decidedAt ?? decided.dateSubmitted).toISOString();
    return new DomainError('conflict', 'ALREADY_REVIEWED', MESSAGES.alreadyReviewed, {
      decided: { by: by?.username ?? null, at },
    });
  }

  async #present(saleId: number): Promise<SaleAnswer> {
    const row = await this.#queries.one(saleId);
    if (!row) throw notFound('sale');
    return presentSale(row, viewerOf(this.#scope.actor));
  }
}
