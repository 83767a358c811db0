import { CircleCheck, MailWarning } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { can } from '../../../src/contract/accounts/roles.ts';
import { otherKind, SALE_KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { oneOf, searchText } from '../../../src/contract/shared/search-param-values.ts';
import { PATHS, PROFILE_PATH } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { useAddressConfirmation } from '../../lib/server/use-address-confirmation.ts';
import { SUBMIT_RESET_MS } from '../../lib/timings.ts';
import { type DraftField, draftOf, EMPTY_DRAFT, type SaleDraft } from '../../sales/draft/sale-draft.ts';
import { againSlot, type FormInput, openForm, slotOf } from '../../sales/draft/unsent-form.ts';
import { KIND_OPTIONS } from '../../sales/kind-options.ts';
import { PasteButton } from '../../sales/paste/paste-button.tsx';
import PasteReport from '../../sales/paste/paste-report.tsx';
import { Announced } from '../../ui/announced.tsx';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-messages.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { useTimeToRead } from '../../ui/hooks/use-time-to-read.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { StatusBadge } from '../../ui/sale/sale-badges.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { QueryPlaceholder } from '../../ui/states/states.tsx';
import { NothingToCorrect, Rejection, saleNamed, useCorrection } from './correction.tsx';
import { SubmitForm, type Submitted } from './submit-form.tsx';
import { SubmitHeader } from './submit-header.tsx';
import { firstOpenField, usePastedForm } from './use-pasted-form.ts';

const kindNamed = oneOf(SALE_KINDS);

interface Shown {
  /** Counts the forms, and what was filled in from outside of one, which then starts again with it. */
  version: number;
  isRestored: boolean;
  /** What the form focuses when it appears. */
  focused: DraftField | null;
}

/** What the address asks to fill in, and the slot of the form that does so. */
function requestedForm(search: string, corrected: Submission | null, usual: SaleKind) {
  if (corrected)
    return { slot: `sale ${corrected.sale_id}`, start: { kind: corrected.kind, draft: draftOf(corrected) } };
  const query = new URLSearchParams(search);
  const kind = kindNamed(query.get('kind') ?? '') ?? usual;
  const name = searchText(query.get('name') ?? '') ?? '';
  const again = saleNamed(search, 'again');
  const slot = again === undefined ? slotOf(kind, name) : againSlot(again);
  return { slot, start: { kind, draft: { ...EMPTY_DRAFT, name } } };
}

/** Submit Data (docs/screens.md): the sale of an item or a pokemon, with its proof. */
export default function SubmitScreen() {
  const search = useSearch();
  const { sale, problem, query } = useCorrection();
  // The kind that was sent from an address that filled in the form.
  const [sent, setSent] = useState<SaleKind | null>(null);
  if (sale === undefined)
    return (
      <>
        <Header />
        <QueryPlaceholder query={query} message="Failed to load the rejected sale" className="h-160" />
      </>
    );
  return (
    <Submissions
      key={search}
      {...requestedForm(search, sale, sent ?? 'item')}
      corrected={sale}
      problem={problem}
      isNext={sent !== null}
      onNext={(kind) => {
        setSent(kind);
        navigate(PATHS.submit, { replace: true });
      }}
    />
  );
}

interface SubmissionsProps {
  slot: string;
  start: FormInput;
  corrected: Submission | null;
  problem: string | null;
  /** Whether the first form follows another one. */
  isNext: boolean;
  /** Called for the form after one that the address filled in. */
  onNext: (kind: SaleKind) => void;
}

/** One form after the other; the first one may hold a rejected sale. */
function Submissions({ slot, start, corrected, problem, isNext, onNext }: SubmissionsProps) {
  const { user } = useSession();
  const [form] = useState(() => openForm(user?.user_id, slot, start, isNext ? start.kind : undefined));
  const kind = useSyncExternalStore(form.subscribe, () => form.get().kind);
  const idempotencyKey = useSyncExternalStore(form.subscribe, () => form.get().keys[kind]);
  const [{ version, isRestored, focused }, setShown] = useState<Shown>({
    version: 0,
    isRestored: form.isRestored,
    focused: isNext ? 'name' : null,
  });
  const [answer, setAnswer] = useState<Submitted | null>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  function showKind(next: SaleKind, name?: string) {
    if (name === undefined) form.show(next);
    else form.showAs(next, name);
    setShown({ version, isRestored: false, focused: null });
  }
  const refill = (focused: DraftField | null) =>
    setShown(({ version }) => ({ version: version + 1, isRestored: false, focused }));
  const pasted = usePastedForm(form, answer === null, () => refill(firstOpenField(form.input())));
  // On a phone the report is not in sight from the next field.
  const isNarrow = useMedia('belowMd');
  const readsReport = pasted.paste !== null && (isNarrow || pasted.paste.report.notRead.length > 0);
  const onChange = useCallback((draft: SaleDraft) => form.type({ kind, draft }), [form, kind]);

  function confirm(submitted: Submitted, draft: SaleDraft) {
    // A form that was left may be open again, with other input.
    const current = isLeft.current ? openForm(user?.user_id, slot, start) : form;
    current.sent({ kind, draft }, idempotencyKey);
    if (isLeft.current) showToast(submittedText(submitted), { tone: 'success' });
    else setAnswer(submitted);
  }
  function startOver() {
    form.restart({ kind, draft: slot !== '' && kind === start.kind ? start.draft : EMPTY_DRAFT });
    startAgain();
  }
  function startAgain() {
    pasted.dismiss();
    setAnswer(null);
    refill('name');
  }

  return (
    <>
      <Header />
      {answer ? (
        <Confirmation
          answer={answer}
          onAgain={() => (location.search === '' ? startAgain() : onNext(kind))}
        />
      ) : (
        <>
          <ConfirmNotice />
          {corrected && <Rejection sale={corrected} />}
          {problem && <NothingToCorrect problem={problem} />}
          <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Segmented
              label="What was sold"
              tabs={KIND_OPTIONS}
              value={kind}
              onValueChange={(next) => showKind(next)}
            />
            {isRestored && (
              <Announced as="p" className="text-base text-ink-soft">
                This form was restored.{' '}
                <button type="button" className="link min-h-control" onClick={startOver}>
                  Start over
                </button>
              </Announced>
            )}
            {kind === 'pokemon' && <PasteButton onPaste={pasted.read} error={pasted.error} />}
          </div>
          <div className="mb-6 max-w-[38rem] space-y-3 empty:hidden">
            {pasted.error && <FormAlert>{pasted.error}</FormAlert>}
            {pasted.paste && (
              <PasteReport
                key={version}
                report={pasted.paste.report}
                onUndo={pasted.paste.undo ?? undefined}
                onClose={pasted.dismiss}
                focused={readsReport}
              />
            )}
          </div>
          <SubmitForm
            key={`${kind} ${version}`}
            kind={kind}
            initial={form.input().draft}
            corrected={kind === corrected?.kind ? corrected : undefined}
            idempotencyKey={idempotencyKey}
            onKeyReused={() => form.renewKey(kind)}
            focused={readsReport ? null : focused}
            onChange={onChange}
            otherIsEmpty={form.isEmpty(otherKind(kind))}
            onOtherKind={(name) => showKind(otherKind(kind), name)}
            onSubmitted={confirm}
          />
        </>
      )}
    </>
  );
}

/** What happens to a submission: those of staff may skip review. */
function Header() {
  const { user } = useSession();
  const enabled = user !== null && can(user, 'sale.submitApproved');
  const { data: skipsReview } = trpc.submissions.skipsReview.useQuery({}, { enabled });
  return <SubmitHeader next={skipsReview ? 'Your submissions are approved at once' : undefined} />;
}

const submittedText = ({ sale_id }: Submitted) => `Sale #${sale_id} is submitted`;

/**
 * Confirms a submission. After 3 seconds, unless somebody stays with it, a form replaces it, which is empty unless its input was
 * changed meanwhile.
 */
function Confirmation({ answer, onAgain }: { answer: Submitted; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { attributes } = useTimeToRead(onAgain, SUBMIT_RESET_MS);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The button that was pressed is further down than the confirmation ends.
    scrollTo(0, 0);
  }, []);
  return (
    <Announced
      {...attributes}
      className="flex max-w-prose flex-col items-center gap-3 rounded-lg border border-line bg-surface px-6 py-12 text-center"
    >
      <CircleCheck aria-hidden className="size-9 text-approved" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tabular-nums">
        {submittedText(answer)}
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

/** Asks to confirm the account's address while that is needed to submit. */
function ConfirmNotice() {
  const { data: address } = trpc.email.address.useQuery({}, { refetchOnWindowFocus: 'always' });
  const { resend, pending, message, failure } = useAddressConfirmation();
  if (!address || address.confirmed || !address.required) return null;
  return (
    <section
      aria-label="Confirm your email address"
      className="tinted mb-6 flex max-w-[38rem] gap-3 bg-pending-soft px-4 py-3 text-sm"
    >
      <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-pending" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">Confirm your email address to submit</h2>
        <p className="mt-1 wrap-anywhere text-ink-soft">
          We sent a link to <b className="font-medium text-ink">{address.email}</b>. Check your spam folder,
          or correct the address in your{' '}
          <Link href={PROFILE_PATH} className="link">
            profile
          </Link>
          .
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button pending={pending} onClick={resend}>
            Send the link again
          </Button>
          <Announced as="p">{message}</Announced>
          {failure && (
            <p role="alert" className="text-rejected">
              {failure}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
