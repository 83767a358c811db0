import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MERGE_LABELS, type MergePreview } from '../../../../src/contract/admin/admin.ts';
import { counted, plural } from '../../../../src/contract/shared/plural.ts';
import { fieldErrorsOf } from '../../../lib/forms.ts';
import { isChangedMeanwhile, isUnknownOutcome, refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useOnce } from '../../../lib/server/use-once.ts';
import { NameCombobox } from '../../../sales/fields/name-combobox.tsx';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { useEntryActions } from './use-entry-actions.ts';

const PREVIEW_FAILED = 'Failed to look up the two items. Please try again.';
const MERGE_FAILED = 'Failed to merge the items. Please try again.';

const FIELDS = ['from', 'into'] as const;
type Field = (typeof FIELDS)[number];
type Names = Record<Field, string>;

const NO_NAMES: Names = { from: '', into: '' };

/** What a merge changes: `12 sales and 1 held item`. */
function changedBy({ sales, held }: MergePreview): string {
  if (held === 0) return counted(sales, 'sale');
  return `${counted(sales, 'sale')} and ${counted(held, 'held item')}`;
}

/** Merges two spellings of an item: first a preview, then the merge. */
export function MergeDialog({ open, onClose }: DialogState) {
  const { client } = trpc.useUtils();
  const { mergeItems } = useEntryActions();
  const [names, setNames] = useState(NO_NAMES);
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const preview = useMutation({ mutationFn: (of: Names) => client.admin.mergePreview.query(of) });
  const merge = useMutation({
    mutationFn: mergeItems,
    onSuccess: (done) => {
      showToast(`${done.from} is now ${done.into}, in ${changedBy(done)}.`, { tone: 'success' });
      setNames(NO_NAMES);
      preview.reset();
      onClose();
    },
    onError: (failure) => {
      if (isChangedMeanwhile(failure)) preview.mutate(names);
      else if (!isUnknownOutcome(failure)) preview.reset();
    },
  });
  const mergeOnce = useOnce(merge);
  const { data: seen, isPending: looking } = preview;
  const error = preview.error ?? merge.error;
  const refused = fieldErrorsOf(error, FIELDS);
  const failure =
    error && !refused && refusalText(error, error === preview.error ? PREVIEW_FAILED : MERGE_FAILED);

  /** Forgets the answers about other names, also one that is still to come. */
  function startOver() {
    preview.reset();
    merge.reset();
  }

  function type(field: Field, text: string) {
    setNames((before) => ({ ...before, [field]: text }));
    setMissing([]);
    startOver();
  }

  function look() {
    if (looking || seen) return;
    const empty = FIELDS.filter((field) => names[field].trim() === '');
    setMissing(empty);
    startOver();
    if (empty.length === 0) preview.mutate(names);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Merge two items"
      description="Combines two spellings of one item. A preview shows what would change."
      submitLabel="Preview"
      disabled={looking}
      pending={merge.isPending}
      onSubmit={look}
      // Enter in a name does not merge.
      footer={
        seen && (
          <>
            <Button disabled={merge.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button variant="danger" onClick={() => mergeOnce(seen)} className="min-w-0">
              <span className="max-w-64 truncate">Merge into {seen.into}</span>
            </Button>
          </>
        )
      }
    >
      {FIELDS.map((field) => (
        <NameCombobox
          key={field}
          kind="item"
          label={MERGE_LABELS[field]}
          required
          value={names[field]}
          onValueChange={(text) => type(field, text)}
          error={missing.includes(field) ? 'Item name is required' : (refused?.get(field) ?? null)}
        />
      ))}
      <Announced>{seen && <Preview seen={seen} />}</Announced>
      <FormAlert>{failure}</FormAlert>
    </FormDialog>
  );
}

function Preview({ seen }: { seen: MergePreview }) {
  const { from, into } = seen;
  return (
    <div className="tinted space-y-2 px-4 py-3 text-base wrap-anywhere">
      <p>
        <span className="font-semibold">{changedBy(seen)}</span> of “{from}”{' '}
        {plural(seen.sales + seen.held, 'becomes', 'become')} “{into}”, including deleted sales.
      </p>
      <p className="text-sm text-ink-soft">
        “{from}” is no longer offered, and is read as “{into}” when somebody types it. The history of each
        sale keeps the original spelling. Merging the other way round turns all sales into “{from}”, including
        those that were “{into}” before.
      </p>
    </div>
  );
}
