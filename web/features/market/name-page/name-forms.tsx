import { Link } from 'wouter';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import {
  type MarketSearchParams,
  printSearchParams,
} from '../../../../src/contract/market/market-search-params.ts';
import { counted, formatCount, plural } from '../../../../src/contract/shared/plural.ts';
import { cx } from '../../../ui/cx.ts';

interface NameFormsProps {
  page: NamePage;
  path: string;
  params: MarketSearchParams;
}

/** The forms to choose from: those with sales, and the chosen one. None when there is no choice. */
export function formsToChoose({ forms }: NamePage, chosen: string | undefined): NamePage['forms'] {
  return forms.length < 2 ? [] : forms.filter(({ form, sales }) => sales > 0 || form === chosen);
}

/** The forms of a pokemon, each a link to the page filtered by it, with their numbers of sales unless other filters are on. */
export function NameForms({ page, path, params }: NameFormsProps) {
  const { form: chosen, name: _, exact: __, ...others } = params.filters;
  // The numbers are those of all sales.
  const isCounted = Object.keys(others).length === 0;
  const sold = formsToChoose(page, chosen);
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
                {formatCount(sales)}
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
