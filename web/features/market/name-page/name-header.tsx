import { Plus, Scale } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'wouter';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import {
  type MarketSearchParams,
  printSearchParams,
} from '../../../../src/contract/market/market-search-params.ts';
import { nameTitle } from '../../../../src/contract/market/page-titles.ts';
import { checkOf, printCheck } from '../../../../src/contract/market/price-check-search-params.ts';
import { NORMAL_FORM } from '../../../../src/contract/sale/forms.ts';
import { KINDS } from '../../../../src/contract/sale/kinds.ts';
import { formatDate } from '../../../../src/contract/shared/dates.ts';
import { counted, formatNumber, plural } from '../../../../src/contract/shared/plural.ts';
import { submitPath } from '../../../lib/paths.ts';
import { itemSpriteSources, pokemonSpriteSources } from '../../../sales/sprite-sources.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { latePart, Nothing } from '../../../ui/states/late-part.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';

/** The page works without them when their script fails to load. */
const SearchActions = latePart(() => import('../list/search-actions.tsx'), { Missing: Nothing });

/** A summary of a name's sales: `1,204 sales since 3 Mar 2021, the last on 12 Nov 2026`. */
function tradedSince({ sales, first_sold: first, last_sold: last }: NamePage): string {
  if (sales === 0 || first === null || last === null) return 'No sales recorded yet.';
  if (first === last) return `${counted(sales, 'sale')}, on ${formatDate(last)}`;
  return `${counted(sales, 'sale')} since ${formatDate(first)}, the last on ${formatDate(last)}`;
}

interface NameHeaderProps extends Pick<MarketNavigation, 'chosen'> {
  page: NamePage;
  actions: ReactNode;
}

/** The picture follows the filters for form and shiny. */
function spritesOf(
  { kind, name, image_url: imageUrl }: NamePage,
  { form, is_shiny: shiny = false }: NameHeaderProps['chosen'],
) {
  if (kind === 'item') return itemSpriteSources({ name, imageUrl });
  return pokemonSpriteSources({ name, form, shiny, imageUrl: form || shiny ? null : imageUrl });
}

const typeOf = ({ forms }: NamePage, { form: chosen = NORMAL_FORM }: NameHeaderProps['chosen']) =>
  (forms.find(({ form }) => form === chosen) ?? forms[0])?.type;

export function NameHeader({ page, chosen, actions }: NameHeaderProps) {
  const { kind, name } = page;
  const picture = { sources: spritesOf(page, chosen), name, type: typeOf(page, chosen) };
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="flex min-w-0 items-center gap-4 md:gap-6">
        <span className="flex rounded-lg border border-line bg-surface p-1.5 max-[16rem]:hidden">
          <Sprite {...picture} size={64} />
        </span>
        <div className="min-w-0">
          <p className="overline-label">{KINDS[kind].title}</p>
          <h1 translate="no" className="text-2xl font-semibold tracking-tight break-words md:text-3xl">
            {name}
          </h1>
          <p className="mt-0.5 text-base text-ink-soft tabular-nums">{tradedSince(page)}</p>
        </div>
      </div>
      {actions}
    </header>
  );
}

interface NameActionsProps extends Pick<MarketNavigation, 'params' | 'chosen' | 'go'> {
  page: NamePage;
  /** The button that opens the price check. */
  opener: RefObject<HTMLButtonElement | null>;
}

export function NameActions({ page, params, chosen, go, opener }: NameActionsProps) {
  const { kind, name } = page;
  const checking = params.check !== undefined;
  const isSold = page.sales > 0;
  return (
    <div className="flex flex-wrap items-center gap-3 max-md:w-full print:hidden">
      {(isSold || checking) && (
        <Button
          ref={opener}
          variant="primary"
          icon={Scale}
          aria-expanded={checking}
          onClick={() => go({ check: checking ? undefined : printCheck(checkOf(chosen)) })}
          className="max-md:flex-1"
        >
          What would this go for?
        </Button>
      )}
      {isSold && (
        <LinkButton href={submitPath(kind, name)} icon={Plus} className="max-md:flex-1">
          Submit a sale
        </LinkButton>
      )}
      <div className="flex min-h-control min-w-37 gap-3 md:min-w-49">
        <SearchActions
          params={params}
          subject={{ of: 'name', kind, slug: page.slug, filters: chosen }}
          title={nameTitle(kind, name, chosen)}
        />
      </div>
    </div>
  );
}

interface NameFormsProps {
  page: NamePage;
  path: string;
  params: MarketSearchParams;
}

/** The forms to choose from: those with sales, and the chosen one. None when there is no choice. */
function formsToChoose({ forms }: NamePage, chosen: string | undefined): NamePage['forms'] {
  return forms.length < 2 ? [] : forms.filter(({ form, sales }) => sales > 0 || form === chosen);
}

/** The forms of a pokemon, each a link to the page filtered by it, with their numbers of sales unless other filters are on. */
export function NameForms({ page, path, params }: NameFormsProps) {
  const { form: chosen, name: _, exact: __, ...others } = params.filters;
  // The numbers are those of all sales.
  const isCounted = Object.keys(others).length === 0;
  const sold = formsToChoose(page, chosen);
  if (sold.length === 0) return null;
  const unsold = page.forms.length - sold.length;
  const to = (form: string | undefined) =>
    `${path}${printSearchParams({ ...params, filters: { ...params.filters, form }, page: 1 }, page)}`;
  const choices = [
    { label: 'All forms', form: undefined, sales: page.sales },
    ...sold.map(({ form, sales }) => ({ label: form, form, sales })),
  ];
  return (
    <nav aria-label="Forms" className="flex flex-wrap items-center gap-2">
      {choices.map(({ label, form, sales }) => {
        const current = form === chosen;
        return (
          <Link
            key={label}
            href={to(form)}
            aria-current={current ? 'true' : undefined}
            className={cx(
              'inline-flex min-h-8 items-center gap-2 rounded-full border px-3.5 text-sm transition-colors touch:min-h-11',
              current
                ? 'border-accent bg-accent-soft font-medium text-accent'
                : 'border-line bg-surface text-ink-soft hover:border-line-strong hover:text-ink',
            )}
          >
            {label}
            {isCounted && (
              <span className={cx('text-xs tabular-nums', !current && 'text-ink-faint')}>
                {formatNumber(sales)}
                <span className="sr-only"> {plural(sales, 'sale')}</span>
              </span>
            )}
          </Link>
        );
      })}
      {unsold > 0 && (
        <span className="text-sm text-ink-faint">
          {unsold === 1 ? 'one form' : counted(unsold, 'form')} without a sale
        </span>
      )}
    </nav>
  );
}
