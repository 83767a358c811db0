import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { oneOf, searchText } from '../../../src/contract/market/search-param-values.ts';
import { SALE_KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { draftOf, EMPTY_DRAFT, type SaleDraft } from '../../sales/draft/sale-draft.ts';
import { KIND_OPTIONS } from '../../sales/kind-options.ts';
import { PasteButton } from '../../sales/paste/paste-button.tsx';
import PasteReport from '../../sales/paste/paste-report.tsx';
import { Announced } from '../../ui/announced.tsx';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { QueryPlaceholder } from '../../ui/query-error.tsx';
import { StatusBadge } from '../../ui/sale-badges.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ConfirmNotice } from './confirm-notice.tsx';
import { NothingToCorrect, Rejection, useCorrection } from './correction.tsx';
import { forgetForm, savedForm, saveForm } from './draft-storage.ts';
import { SubmitForm } from './submit-form.tsx';
import { SubmitHeader } from './submit-header.tsx';
import { commonInput, firstOpenField, usePastedForm } from './use-pasted-form.ts';
import { newIdempotencyKey, type Submitted } from './use-submission.ts';

const kindNamed = oneOf(SALE_KINDS);

interface FormStart {
  kind: SaleKind;
  draft: SaleDraft;
  idempotencyKey: string;
  origin: 'link' | 'restored' | 'next' | 'filled';
  /** Counts the forms, and what was filled in from outside of one, which then starts again with it. */
  version: number;
}

const emptyForm = (kind: SaleKind): FormStart => ({
  kind,
  draft: EMPTY_DRAFT,
  idempotencyKey: newIdempotencyKey(),
  origin: 'next',
  version: 0,
});

/** A form that was left unsent, one with a sale to correct, or an empty one, in which a link may have filled in the name. */
function firstForm(
  userId: number | undefined,
  corrected: Submission | null,
  problem: string | null,
): FormStart {
  const saved = savedForm(userId, location.search);
  // A correction that was left is not needed any more.
  if (saved && problem === null) return { ...saved, origin: 'restored', version: 0 };
  const query = new URLSearchParams(location.search);
  if (corrected) return { ...emptyForm(corrected.kind), draft: draftOf(corrected), origin: 'link' };
  const kind = kindNamed(query.get('kind') ?? '') ?? 'item';
  const name = searchText(query.get('name') ?? '') ?? '';
  return { ...emptyForm(kind), draft: { ...EMPTY_DRAFT, name }, origin: 'link' };
}

/** Submit Data (docs/product.md "Screens"): the sale of an item or a pokemon, with its proof. */
export default function SubmitScreen() {
  usePageTitle('Submit Data');
  const { sale, problem, query } = useCorrection();
  if (sale !== undefined) return <Submissions corrected={sale} problem={problem} />;
  return (
    <>
      <SubmitHeader />
      <QueryPlaceholder query={query} message="Failed to load the rejected sale" className="h-160" />
    </>
  );
}

/** One form after the other; the first one may hold a rejected sale. */
function Submissions({ corrected, problem }: { corrected: Submission | null; problem: string | null }) {
  const { user } = useSession();
  const userId = user?.user_id;
  const [form, setForm] = useState(() => firstForm(userId, corrected, problem));
  const [answer, setAnswer] = useState<Submitted | null>(null);
  // The current input, from which the other kind's form starts.
  const typed = useRef(form.draft);
  /** What was typed of a kind before the other one was chosen, with its key: it may have been sent without an answer. */
  const left = useRef<Partial<Record<SaleKind, Pick<FormStart, 'draft' | 'idempotencyKey'>>>>({});
  const { kind, idempotencyKey, origin, version } = form;

  const keep = useCallback(
    (input: Pick<FormStart, 'kind' | 'idempotencyKey' | 'draft'>) => {
      typed.current = input.draft;
      if (userId !== undefined) saveForm({ userId, search: location.search, ...input });
    },
    [userId],
  );
  const remember = useCallback(
    (draft: SaleDraft) => keep({ kind, idempotencyKey, draft }),
    [keep, kind, idempotencyKey],
  );
  const pasted = usePastedForm(
    answer === null,
    () => ({ kind, draft: typed.current }),
    (input) => {
      keep({ idempotencyKey, ...input });
      setForm((before) => ({ ...before, ...input, origin: 'filled', version: before.version + 1 }));
    },
  );
  const { dismiss } = pasted;
  // On a phone the report is not in sight from the next field.
  const isNarrow = useMedia('(width < 48rem)');
  const readsReport = isNarrow || (pasted.paste?.report.notRead.length ?? 0) > 0;
  const firstField = origin === 'filled' && !readsReport ? firstOpenField(form) : null;
  const startAgain = useCallback(() => {
    forgetForm(location.search);
    dismiss();
    typed.current = EMPTY_DRAFT;
    left.current = {};
    setForm(({ kind, version }) => ({ ...emptyForm(kind), version: version + 1 }));
    setAnswer(null);
    // The sale is corrected.
    if (new URLSearchParams(location.search).has('correct')) navigate(PATHS.submit, { replace: true });
  }, [dismiss]);

  function changeKind(next: SaleKind) {
    left.current[kind] = { draft: typed.current, idempotencyKey };
    const before = left.current[next];
    typed.current = commonInput(typed.current, before?.draft);
    setForm({ ...emptyForm(next), ...before, draft: typed.current, origin: 'link', version });
  }
  function renewKey() {
    const renewed = newIdempotencyKey();
    keep({ kind, idempotencyKey: renewed, draft: typed.current });
    setForm((before) => ({ ...before, idempotencyKey: renewed }));
  }
  function finish(submitted: Submitted) {
    forgetForm(location.search);
    setAnswer(submitted);
  }

  return (
    <>
      <SubmitHeader />
      {answer ? (
        <Confirmation answer={answer} onAgain={startAgain} />
      ) : (
        <>
          <ConfirmNotice />
          {corrected && <Rejection sale={corrected} />}
          {problem && <NothingToCorrect problem={problem} />}
          <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Segmented label="What was sold" tabs={KIND_OPTIONS} value={kind} onValueChange={changeKind} />
            {origin === 'restored' && (
              <Announced as="p" className="text-base text-ink-soft">
                This form was restored.{' '}
                <button type="button" className="link min-h-control" onClick={startAgain}>
                  Start over
                </button>
              </Announced>
            )}
            <PasteButton onPaste={pasted.read} error={pasted.error} />
          </div>
          <div className="mb-6 max-w-[38rem] space-y-3 empty:hidden">
            {pasted.error && <FormAlert>{pasted.error}</FormAlert>}
            {pasted.paste && (
              <PasteReport
                key={version}
                report={pasted.paste.report}
                onUndo={pasted.paste.before ? pasted.undo : undefined}
                onClose={dismiss}
                focused={readsReport}
              />
            )}
          </div>
          <SubmitForm
            key={`${kind} ${version}`}
            kind={kind}
            initial={form.draft}
            idempotencyKey={idempotencyKey}
            onKeyReused={renewKey}
            focused={origin === 'next' ? 'name' : firstField}
            onChange={remember}
            onSubmitted={finish}
          />
        </>
      )}
    </>
  );
}

/** Confirms a submission. After 3 seconds an empty form replaces it. */
function Confirmation({ answer, onAgain }: { answer: Submitted; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(onAgain, LIMITS.submitResetMs);
    return () => clearTimeout(timer);
  }, [onAgain]);
  return (
    <Announced className="flex max-w-prose flex-col items-center gap-3 rounded-lg border border-line bg-surface px-6 py-12 text-center">
      <CircleCheck aria-hidden className="size-9 text-approved" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tabular-nums">
        Sale #{answer.sale_id} is submitted
      </h2>
      <StatusBadge status={answer.status} />
      <p className="text-base text-ink-soft">{answer.message}</p>
      <Button variant="primary" onClick={onAgain} className="mt-2">
        Submit Another
      </Button>
      <Link href={PATHS.account} className="link inline-flex min-h-control items-center text-base">
        View in My submissions
      </Link>
    </Announced>
  );
}
