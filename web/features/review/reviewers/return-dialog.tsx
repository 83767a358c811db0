import { useId } from 'react';
import { todayUtc } from '../../../../src/contract/dates.ts';
import { isUnfinished, type ReturnRun, type Reviewer } from '../../../../src/contract/oversight.ts';
import { Button } from '../../../ui/button.tsx';
import { Toggle } from '../../../ui/checkbox.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ReturnForecastText } from './return-forecast.tsx';
import { ReturnProgress } from './return-progress.tsx';
import { actInWords } from './reviewer-labels.ts';
import { type ReturnRequest, useReturnRequest } from './use-return-request.ts';
import { useReturnRun } from './use-return-runs.ts';

interface ReturnDialogProps {
  reviewer: Reviewer;
  /** The day that is proposed; empty for none. */
  since: string;
  open: boolean;
  onClose: () => void;
}

/** Returns a reviewer's approvals to review: what it hits, a second act, and how far it is. */
export function ReturnDialog({ reviewer, since, open, onClose }: ReturnDialogProps) {
  const { username } = reviewer;
  const request = useReturnRequest(reviewer, since);
  const { hits, suspend, pending, run } = request;
  const form = useId();
  const asking = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="submit"
        form={form}
        variant="danger"
        disabled={!hits}
        pending={pending}
        className="whitespace-normal! max-md:py-2"
      >
        {hits ? actInWords(hits, suspend) : 'Return to review'}
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Return approvals by ${username}`}
      description={!run && 'They leave the market history until somebody approves them again.'}
      footer={run ? <Button onClick={onClose}>Close</Button> : asking}
    >
      {run ? <FollowedReturn run={run} /> : <ReturnForm id={form} username={username} request={request} />}
    </Dialog>
  );
}

interface ReturnFormProps {
  id: string;
  username: string;
  request: ReturnRequest;
}

function ReturnForm({ id, username, request }: ReturnFormProps) {
  const { since, suspend, isSuspended, forecast } = request;
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void request.send();
      }}
      className="space-y-4"
    >
      <DateField
        label="Approved since"
        hint="From midnight UTC of that day on."
        required
        value={since}
        max={todayUtc()}
        onValueChange={request.setSince}
        className="md:max-w-56"
      />
      {isSuspended ? (
        <p className="text-base text-ink-soft">{username} is suspended already.</p>
      ) : (
        <Toggle
          label={`Suspend ${username} too`}
          hint="Signs them out everywhere at once, until an admin lets them in again."
          checked={suspend}
          onCheckedChange={request.setSuspends}
        />
      )}
      <ReturnForecastText forecast={forecast} since={since} suspend={suspend} />
      <TextField
        label={`Type ${username} to confirm`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={request.typed}
        error={request.fault}
        onChange={(event) => request.type(event.target.value)}
      />
      <FormAlert>{request.failure}</FormAlert>
    </form>
  );
}

/** A return that has begun, to its end. */
function FollowedReturn({ run: started }: { run: ReturnRun }) {
  const { data: run, isError } = useReturnRun(started);
  return (
    <div className="space-y-3">
      <div role="status">
        <ReturnProgress run={run} />
      </div>
      {run.suspended && <p className="text-base text-ink-soft">{run.reviewer} is suspended.</p>}
      {isUnfinished(run.status) && (
        <p className="text-sm text-ink-faint">
          {isError
            ? 'How far it is cannot be seen right now; it goes on all the same.'
            : 'It goes on when this window is closed.'}
        </p>
      )}
    </div>
  );
}
