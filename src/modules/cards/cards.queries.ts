import { type CardSubject, listSubject } from '../../contract/cards/card-paths.ts';
import { notFound } from '../../lib/errors.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { nameBySlug } from '../market/name-page.queries.ts';
import { canonicalFilters } from '../pages/market-figures.queries.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Card } from './card.ts';
import { cardOf, checkContents, listContents, saleContents, siteContents } from './card-contents.queries.ts';

interface CardDeps {
  market: MarketReads;
  settings: SettingsService;
}

/** A subject under its canonical address: equal cards have one address. */
export interface ResolvedCard {
  subject: CardSubject;
  /** What it shows now, with the figures of the page and of the API. @throws DomainError not_found for an unknown sale */
  read(): Promise<Card>;
}

/** @throws DomainError not_found for an unknown name */
export async function resolveCard({ market, settings }: CardDeps, asked: CardSubject): Promise<ResolvedCard> {
  switch (asked.of) {
    case 'site':
      return { subject: asked, read: () => cardOf(market, asked, siteContents(market)) };
    case 'sale':
      return { subject: asked, read: () => cardOf(market, asked, saleContents(market, asked.id)) };
    case 'list': {
      const { kind } = asked;
      const filters = canonicalFilters(kind, asked.filters);
      const { name, exact, ...others } = filters;
      if (name && exact) {
        const entry = (await market.names.of(kind)).byName(name);
        if (!entry) throw notFound(kind);
        return resolveCard({ market, settings }, { of: 'name', kind, slug: entry.slug, filters: others });
      }
      const subject = listSubject(kind, filters);
      if (subject.of === 'site') return resolveCard({ market, settings }, subject);
      return { subject, read: () => cardOf(market, subject, listContents(market, { kind, filters }, null)) };
    }
    case 'name': {
      const { kind, slug } = asked;
      const entry = await nameBySlug(market, kind, await settings.generation(), slug);
      const filters = canonicalFilters(kind, asked.filters);
      const subject: CardSubject = { of: 'name', kind, slug: entry.slug, filters };
      const named = { ...filters, name: entry.name, exact: true };
      return {
        subject,
        read: () => cardOf(market, subject, listContents(market, { kind, filters: named }, entry)),
      };
    }
    case 'check': {
      const { kind, slug, check } = asked;
      const entry = await nameBySlug(market, kind, await settings.generation(), slug);
      const subject: CardSubject = { of: 'check', kind, slug: entry.slug, check };
      return {
        subject,
        read: () => cardOf(market, subject, checkContents(market, check, { ...entry, kind })),
      };
    }
  }
}
