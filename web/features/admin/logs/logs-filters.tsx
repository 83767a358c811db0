import { RotateCcw, SlidersHorizontal } from 'lucide-react';
import { Fragment, useState } from 'react';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { localIso } from '../../../lib/local-moment.ts';
import type { UrlState } from '../../../lib/use-url-state.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect, optionsOf } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { SearchField } from '../../../ui/fields/text-filter.tsx';
import { settleDrafts, useDraft } from '../../../ui/fields/use-draft.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import {
  KEPT_LEVELS,
  type LogsSearchParams,
  logFiltersSet,
  logText,
  NO_FILTER,
  printMoment,
} from './logs-search-params.ts';

const LEVELS = optionsOf(KEPT_LEVELS);

type LogFiltersProps = Pick<UrlState<LogsSearchParams>, 'params' | 'go' | 'clear' | 'cleared'>;

/** The filters of the log; in a sheet on phones. */
export function LogFilters(props: LogFiltersProps) {
  const [open, setOpen] = useState(false);
  if (useMedia('md')) return <FilterFields {...props} />;
  const active = logFiltersSet(props.params);
  const close = () => {
    settleDrafts();
    setOpen(false);
  };
  return (
    <>
      <Button
        icon={SlidersHorizontal}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="w-full"
      >
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </Button>
      <Sheet open={open} onClose={close} title="Filters">
        <FilterFields {...props} />
      </Sheet>
    </>
  );
}

function FilterFields({ params, go, clear, cleared }: LogFiltersProps) {
  const { search, user, level, from, to } = params;
  const backwards = from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to);
  return (
    <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_9rem_8rem_13rem_13rem_auto]">
      <Fragment key={cleared}>
        <SearchField
          label="Search"
          placeholder="Message or metadata"
          maxLength={LIMITS.logs.search}
          read={logText}
          value={search}
          onFilter={(text) => go({ search: text }, 'search')}
          className="max-lg:col-span-2 md:max-lg:col-span-1"
        />
        <SearchField
          label="User"
          placeholder="Username"
          value={user}
          onFilter={(name) => go({ user: name }, 'user')}
        />
        <FilterSelect
          label="Level"
          placeholder="All"
          value={level}
          onFilter={(chosen) => go({ level: chosen })}
          options={LEVELS}
        />
        <MomentField label="From" value={from} onMoment={(at) => go({ from: at }, 'from')} />
        <MomentField
          label="To"
          value={to}
          onMoment={(at) => go({ to: at }, 'to')}
          error={backwards ? 'Must not be before “From”' : null}
        />
      </Fragment>
      <Button
        icon={RotateCcw}
        disabled={logFiltersSet(params) === 0}
        onClick={() => clear(NO_FILTER)}
        className="max-md:col-span-2 md:mt-6"
      >
        Reset
      </Button>
    </div>
  );
}

/** A moment in the field's format, without seconds that are 0. */
const localOf = (iso: string): string => localIso(iso).replace(/:00$/, '');

/** The moment in a field; empty while it is incomplete, such as during typing of the year. */
function momentIn(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) || at.getFullYear() < 1900 ? '' : printMoment(at);
}

interface MomentFieldProps {
  label: string;
  value: string | undefined;
  onMoment: (iso: string | undefined) => void;
  error?: string | null;
}

/** A moment: in the reader's time zone in the field, in UTC in the URL. */
function MomentField({ label, value, onMoment, error = null }: MomentFieldProps) {
  const { draft, type } = useDraft(
    value ? localOf(value) : '',
    (local) => onMoment(momentIn(local) || undefined),
    (local) => {
      const at = momentIn(local);
      return at && localOf(at);
    },
  );
  return (
    <TextField
      label={label}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={draft}
      onChange={(event) => type(event.target.value)}
      error={error}
      className="max-md:col-span-2"
    />
  );
}
