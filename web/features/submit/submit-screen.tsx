import { useCallback, useRef, useState } from 'react';
import { Link } from 'wouter';
import { oneOf, searchText } from '../../../src/contract/market/search-param-values.ts';
import { KINDS, SALE_KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import { PATHS } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../../sales/draft/sale-draft.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { SubmitForm } from './submit-form.tsx';
import { Confirmation } from './submitted.tsx';
import type { Submitted } from './use-submission.ts';

const KIND_TABS = SALE_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].label }));

const kindNamed = oneOf(SALE_KINDS);

/** The initial values: a link from the market may name the item or pokemon. */
function startOf(search: string): { kind: SaleKind; draft: SaleDraft } {
  const query = new URLSearchParams(search);
  const kind = kindNamed(query.get('kind') ?? '') ?? 'item';
  return { kind, draft: { ...EMPTY_DRAFT, name: searchText(query.get('name') ?? '') ?? '' } };
}

/** Submit Data (docs/product.md "Screens"): the sale of an item or a pokemon, with its proof. */
export default function SubmitScreen() {
  usePageTitle('Submit Data');
  const [start] = useState(() => startOf(location.search));
  const [kind, setKind] = useState<SaleKind>(start.kind);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Submitted | null>(null);
  // The current input, from which the other kind's form starts.
  const typed = useRef<SaleDraft>(start.draft);
  const [initial, setInitial] = useState<SaleDraft>(start.draft);

  const remember = useCallback((draft: SaleDraft) => {
    typed.current = draft;
  }, []);
  const startAgain = useCallback(() => {
    typed.current = EMPTY_DRAFT;
    setInitial(EMPTY_DRAFT);
    setAnswer(null);
    setRound((n) => n + 1);
  }, []);

  function changeKind(next: SaleKind) {
    const { price, date_sold, proof_url } = typed.current;
    setInitial({ ...EMPTY_DRAFT, price, date_sold, proof_url });
    setKind(next);
  }

  return (
    <>
      <PageHeader title="Submit Data">
        Submit a finished sale. A reviewer checks it before it is published; see the{' '}
        <Link href={PATHS.faq} className="link">
          rules
        </Link>
        .
      </PageHeader>
      {answer ? (
        <Confirmation answer={answer} onAgain={startAgain} />
      ) : (
        <>
          <div className="mb-6">
            <Segmented label="What was sold" tabs={KIND_TABS} value={kind} onValueChange={changeKind} />
          </div>
          <SubmitForm
            key={`${kind} ${round}`}
            kind={kind}
            initial={initial}
            focusFirst={round > 0}
            onChange={remember}
            onSubmitted={setAnswer}
          />
        </>
      )}
    </>
  );
}
