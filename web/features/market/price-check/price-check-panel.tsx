import { X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Link } from 'wouter';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import {
  checkFilters,
  PRICE_CHECK,
  type PriceCheck,
  printCheck,
  readCheck,
  readSpread,
} from '../../../../src/contract/market/price-check-search-params.ts';
import { type PastedValue, pastedValues } from '../../../../src/contract/paste/pasted-value.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { spreadText } from '../../../../src/contract/sale/spreads.ts';
import FollowButton from '../../../follows/follow-button.tsx';
import { serverNow } from '../../../lib/clock.ts';
import { PATHS } from '../../../lib/paths.ts';
import { scrollIntoSight } from '../../../lib/scroll-into-sight.ts';
import { IvFields } from '../../../sales/fields/iv-fields.tsx';
import { abilityOptions, NATURE_OPTIONS, PERFECT_OPTIONS } from '../../../sales/fields/trait-options.ts';
import { PasteButton } from '../../../sales/paste/paste-button.tsx';
import PasteReport from '../../../sales/paste/paste-report.tsx';
import ShareButton from '../../../sales/share/share-button.tsx';
import { SimilarAnswer, SimilarMatches } from '../../../sales/similar/similar-sales.tsx';
import { useSimilarTo } from '../../../sales/similar/use-similar.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { PriceField } from '../../../ui/fields/price-field.tsx';
import { FilterSelect, optionsOf, YesNoFilter } from '../../../ui/fields/select.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { SectionLink } from '../../../ui/section-link.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { usePastedChecks } from './pasted-checks.ts';
import { CHECKED_SALES } from './price-check-link.ts';

/** Few sales of each match are shown at first, because the page's own sales follow below. */
const FIRST = 3;

/** What a check takes of pasted values; null when that is nothing. */
function valuesOf(kind: SaleKind, { price, spread }: PastedValue): Partial<PriceCheck> | null {
  const values = {
    ...(price !== undefined && { price }),
    ...(spread && kind === 'pokemon' && { spread }),
  };
  return Object.keys(values).length === 0 ? null : values;
}

const currentCheck = (): PriceCheck => readCheck(new URLSearchParams(location.search).get('check') ?? '');

interface PriceCheckPanelProps extends Pick<MarketNavigation, 'params' | 'go'> {
  page: NamePage;
  /** The button that toggles it. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** "What would this go for?" The prices of similar sales; the description is kept in the URL. */
export default function PriceCheckPanel({ page, params, go, opener }: PriceCheckPanelProps) {
  const { kind, name } = page;
  const check = readCheck(params.check ?? '');
  const pasted = usePastedChecks({ takeOther: takeValues });
  const answer = useSimilarTo({ kind, name, check });
  const isItem = kind === 'item';
  // There, the question comes first.
  const actionsBelow = useMedia('belowMd');

  /** Changes what the URL has now, because another change of it may not be drawn yet, such as that of a debounced field. */
  const change = (values: Partial<PriceCheck>, typing?: string) =>
    go({ check: printCheck({ ...currentCheck(), ...values }) }, typing);

  const isAnswered = answer.data !== undefined;
  useEffect(() => {
    // What a link leads to was not there yet when the page arrived.
    const to = location.hash.slice(1);
    if (isAnswered && (to === PRICE_CHECK || to === CHECKED_SALES))
      scrollIntoSight(document.getElementById(to));
  }, [isAnswered]);

  /** Single values go into their own fields. */
  function takeValues(text: string, target: EventTarget | null): boolean {
    const found = pastedValues(text, serverNow());
    const values = found && valuesOf(kind, found.values);
    const isPriceField = target instanceof HTMLInputElement && target.name === 'price';
    if (!values || (isPriceField && !values.spread)) return false;
    change(values);
    const { notRead } = found;
    pasted.setNotes(
      notRead.length > 0 ? { title: 'Filled in from the pasted text.', notes: [], notRead } : null,
    );
    return true;
  }

  const actions = (
    <>
      <FollowButton
        kind={kind}
        filters={checkFilters(kind, name, check)}
        price={check.price}
        anchor="follow-check"
        part="this check"
      />
      <ShareButton
        compact
        subject={{ of: 'check', kind, slug: page.slug, check }}
        title={`Price check of ${name}`}
        label="Share this check"
      />
    </>
  );
  const fields = (
    <div key="fields" className="max-lg:**:scroll-mt-36 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      <PriceCheckFields page={page} check={check} onChange={change} />
    </div>
  );
  const result = (
    <div
      key="result"
      className={cx(
        'lg:col-start-2 lg:row-start-1',
        // In one column it stays in sight while the fields below it change it.
        !isItem &&
          'max-lg:sticky max-lg:top-0 max-lg:z-1 max-lg:-mx-4 max-lg:border-b max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-2 md:max-lg:-mx-5 md:max-lg:px-5',
      )}
    >
      <SimilarAnswer answer={answer} />
      {!isItem && answer.data && answer.data.data.length > 0 && (
        <SectionLink to={CHECKED_SALES} className="lg:hidden">
          See these sales
        </SectionLink>
      )}
    </div>
  );

  return (
    <section
      id={PRICE_CHECK}
      aria-labelledby="price-check-heading"
      className="framed relative scroll-mt-4 animate-rise overflow-clip"
    >
      <div className="flex items-center justify-between gap-x-4 px-4 pt-2 md:px-5">
        <h2 id="price-check-heading" className="text-lg font-semibold">
          What would this go for?
        </h2>
        <div className="flex items-center gap-2">
          {!actionsBelow && actions}
          <IconButton
            label="Close “What would this go for?”"
            icon={X}
            size="md"
            onClick={() => {
              opener.current?.focus();
              go({ check: undefined });
            }}
            className="-mr-2"
          />
        </div>
      </div>
      <p className="px-4 text-sm text-ink-soft md:px-5">
        {isItem
          ? 'Enter a price. You see past sales and their prices, never an estimate.'
          : 'Enter what you know. You see similar sales and their prices, never an estimate.'}
      </p>
      {!isItem && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 md:px-5">
          <PasteButton onPaste={pasted.read} error={pasted.error} />
          <Link href={PATHS.priceCheck} className="link inline-flex min-h-control items-center text-base">
            Check several pokemon
          </Link>
        </div>
      )}
      <div className="space-y-3 px-4 pt-3 empty:hidden md:px-5">
        {pasted.error && <FormAlert>{pasted.error}</FormAlert>}
        {pasted.report && (
          <PasteReport
            report={pasted.report}
            onUndo={pasted.isArrival ? () => history.back() : undefined}
            onClose={pasted.close}
          />
        )}
      </div>
      <div className="gap-x-8 px-4 pt-4 pb-5 md:px-5 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        {/* An item has no other field than the price, so the question is complete before the answer. */}
        <div className="max-lg:space-y-4 lg:contents">{isItem ? [fields, result] : [result, fields]}</div>
        <div
          id={CHECKED_SALES}
          tabIndex={-1}
          className="mt-6 min-w-0 scroll-mt-4 outline-none lg:col-start-2 lg:mt-3"
        >
          <SimilarMatches
            answer={answer}
            without={check.without}
            first={FIRST}
            onWithout={(without) => change({ without })}
          />
        </div>
        {actionsBelow && <div className="mt-4 flex items-center gap-2">{actions}</div>}
      </div>
    </section>
  );
}

interface FieldsProps {
  page: NamePage;
  check: PriceCheck;
  /** `typing` names the field being typed into. */
  onChange: (change: Partial<PriceCheck>, typing?: string) => void;
}

function SpreadField({ check, onChange }: Pick<FieldsProps, 'check' | 'onChange'>) {
  const { draft, type } = useDraft(spreadText(check.spread, '-'), (text) =>
    onChange({ spread: readSpread(text) }, 'spread'),
  );
  return (
    <IvFields partial value={readSpread(draft)} onValueChange={(spread) => type(spreadText(spread, '-'))} />
  );
}

function PriceAsked({ check, onChange }: Pick<FieldsProps, 'check' | 'onChange'>) {
  const { draft, type } = useDraft<number | null>(check.price, (price) => onChange({ price }, 'price'));
  return (
    <PriceField
      name="price"
      label="Your price"
      placeholder="None"
      hint="How it compares with these sales."
      value={draft}
      onValueChange={type}
    />
  );
}

function TraitFields({ page, check, onChange }: FieldsProps) {
  const { nature, ability, form, shiny, minPerfectIvs } = check;
  const forms = page.forms.map((one) => one.form);
  const chosen = page.forms.filter((one) => one.form === form);
  return (
    <>
      <FilterSelect
        label="Nature"
        value={nature}
        onFilter={(value = '') => onChange({ nature: value })}
        options={NATURE_OPTIONS}
      />
      <SpreadField check={check} onChange={onChange} />
      <FilterSelect
        label="Perfect IVs"
        hint="When it does not matter which ones are 31."
        value={minPerfectIvs === null ? '' : String(minPerfectIvs)}
        onFilter={(value) => onChange({ minPerfectIvs: value ? Number(value) : null })}
        options={PERFECT_OPTIONS}
      />
      <FilterSelect
        label="Ability"
        value={ability}
        onFilter={(value = '') => onChange({ ability: value })}
        options={abilityOptions(chosen.length > 0 ? chosen : page.forms, ability)}
      />
      <div className="grid auto-cols-fr grid-flow-col gap-3">
        {(forms.length > 1 || form !== '') && (
          <FilterSelect
            label="Form"
            value={form}
            onFilter={(value = '') => onChange({ form: value })}
            options={optionsOf(forms, form)}
          />
        )}
        <YesNoFilter
          label="Shiny"
          yes="Shiny"
          no="Not shiny"
          value={shiny ?? undefined}
          onFilter={(value) => onChange({ shiny: value ?? null })}
        />
      </div>
    </>
  );
}

/** The description of a pokemon or item; every field is optional. */
function PriceCheckFields(props: FieldsProps) {
  return (
    <div className="space-y-4">
      <PriceAsked {...props} />
      {props.page.kind === 'pokemon' && <TraitFields {...props} />}
    </div>
  );
}
