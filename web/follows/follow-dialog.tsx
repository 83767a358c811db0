import { Trash2 } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import {
  DEFAULT_CHANNELS,
  FOLLOW_CONDITIONS,
  FOLLOW_MAILS,
  type Follow,
  type FollowChannels,
  type FollowCondition,
  type FollowConditionType,
  type FollowMails,
} from '../../src/contract/follows/follows.ts';
import type { MarketFilter } from '../../src/contract/market/sale-filter.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { PATHS } from '../lib/paths.ts';
import { errorData } from '../lib/server/errors.ts';
import { trpc } from '../lib/server/trpc.ts';
import { NO_RESPONSE, writeErrorText } from '../lib/server/write-outcome.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Radio } from '../ui/fields/checkbox.tsx';
import { PriceField } from '../ui/fields/price-field.tsx';
import { Select } from '../ui/fields/select.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import { LeaveGuard } from '../ui/overlays/leave-guard.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { type DialogState, useDialog } from '../ui/overlays/use-dialog.ts';
import { followSentence, MAILS } from './follow-sentence.ts';
import { StopFollowing } from './stop-following.tsx';

const CONDITION_LABELS: Record<FollowConditionType, string> = {
  every: 'Every match',
  at_or_below: 'At or below a price',
  at_or_above: 'At or above a price',
  outside_middle_half: 'Outside the middle half of similar sales',
};

const MAIL_OPTIONS = FOLLOW_MAILS.map((value) => ({ value, label: MAILS[value].option }));

/** With another condition, the next attempt would follow the search twice. */
const UNKNOWN_OUTCOME =
  'No response arrived. You may follow this search already: try again without a change, or look at your followed searches first.';

const hasPrice = (type: FollowConditionType): type is 'at_or_below' | 'at_or_above' =>
  type === 'at_or_below' || type === 'at_or_above';

/** The condition of the fields; null while its price is missing. */
function conditionOf(type: FollowConditionType, price: number | null): FollowCondition | null {
  if (!hasPrice(type)) return { type };
  return price === null ? null : { type, price };
}

interface FollowDialogProps extends DialogState {
  /** The search in words. */
  title: string;
  /** A search to follow with the price that a condition starts with, or a follow to change. */
  search: { filter: MarketFilter; price: number | null } | { follow: Follow };
  /** Takes the focus when one stops following, if that removes the button that opened the dialog. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** What is followed, which of its sales, and how they are delivered. */
export function FollowDialog({ open, onClose, title, search, focusAfter }: FollowDialogProps) {
  const follow = 'follow' in search ? search.follow : null;
  const [type, setType] = useState<FollowConditionType>(follow?.condition.type ?? 'every');
  const [price, setPrice] = useState<number | null>(priceOf(search));
  const [channels, setChannels] = useState<FollowChannels>(follow?.channels ?? DEFAULT_CHANNELS);
  const [paused, setPaused] = useState(follow?.paused ?? false);
  const [sent, setSent] = useState(false);
  const priceField = useRef<HTMLInputElement>(null);
  const stopping = useDialog<Follow>();
  const { client, follows } = trpc.useUtils();
  const condition = conditionOf(type, price);
  const sentence = (chosen: FollowCondition) =>
    paused
      ? 'While it is paused, new sales are not listed, and you are not notified.'
      : followSentence(chosen, channels);

  async function save() {
    setSent(true);
    if (!condition) return priceField.current?.focus();
    const { update, create } = client.follows;
    try {
      if ('follow' in search) {
        const { follow_id: id, paused: wasPaused } = search.follow;
        const change = { condition, channels, ...(paused !== wasPaused && { paused }) };
        const { label } = await update.mutate({ id, ...change });
        showSaved(`Saved: ${label}.`);
      } else {
        const { label } = await create.mutate({ filter: search.filter, condition, channels });
        showSaved(`You follow ${label}.`);
      }
    } catch (error) {
      if (!isFollowed(error)) throw error;
      showSaved(error.message);
    } finally {
      // After an error too: it may be saved all the same.
      void follows.invalidate();
    }
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={follow ? 'Change what you follow' : 'Follow this search'}
      description={<span className="wrap-anywhere">{title}</span>}
      submitLabel={follow ? 'Save' : 'Follow'}
      onSubmit={save}
      failureText={(error) =>
        writeErrorText(error, MESSAGES.saveFailed, follow ? NO_RESPONSE : UNKNOWN_OUTCOME)
      }
    >
      <div className="space-y-6">
        <Condition
          type={type}
          onType={setType}
          price={price}
          onPrice={setPrice}
          priceField={priceField}
          error={sent && !condition ? 'Enter a price' : undefined}
        />
        <Channels channels={channels} onChange={(change) => setChannels({ ...channels, ...change })} />
        {follow && (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <Checkbox label="Paused" checked={paused} onCheckedChange={setPaused} />
            <Button variant="danger" icon={Trash2} onClick={() => stopping.show(follow)}>
              Stop following
            </Button>
          </div>
        )}
        {(condition || !sent) && (
          <p className="tinted text-base">
            {condition ? sentence(condition) : 'Enter the price to compare with.'}
          </p>
        )}
        <LeaveGuard active={open && hasPrice(type) && price !== priceOf(search)}>
          The price is not saved.
        </LeaveGuard>
        {follow && (
          <Link href={PATHS.following} className="link inline-flex min-h-control items-center">
            All followed searches
          </Link>
        )}
        {stopping.render((stopped, props) => (
          <StopFollowing {...props} follow={stopped} onStopped={onClose} focusAfter={focusAfter} />
        ))}
      </div>
    </FormDialog>
  );
}

function priceOf(search: FollowDialogProps['search']): number | null {
  if (!('follow' in search)) return search.price;
  const { condition } = search.follow;
  return 'price' in condition ? condition.price : null;
}

/** The same follow exists, with other channels or paused. */
const isFollowed = (error: unknown): error is Error => errorData(error)?.reason === 'FOLLOWED_ALREADY';

const showSaved = (message: string) =>
  showToast(message, {
    tone: 'success',
    action: { label: 'Followed searches', onClick: () => navigate(PATHS.following) },
  });

interface ConditionProps {
  type: FollowConditionType;
  onType: (type: FollowConditionType) => void;
  price: number | null;
  onPrice: (price: number | null) => void;
  priceField: RefObject<HTMLInputElement | null>;
  error: string | undefined;
}

function Condition({ type, onType, price, onPrice, priceField, error }: ConditionProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="text-base font-semibold">Which sales</legend>
      <div className="mt-1">
        {FOLLOW_CONDITIONS.map((value) => (
          <div key={value}>
            <Radio name={name} checked={type === value} onChoose={() => onType(value)}>
              {CONDITION_LABELS[value]}
            </Radio>
            {type === value && value === 'outside_middle_half' && (
              <p className="pb-1 pl-7.5 text-xs text-ink-faint">
                Cheaper or dearer than the middle half of at least {LIMITS.similar.min} similar sales.
              </p>
            )}
            {type === value && hasPrice(value) && (
              <PriceField
                ref={priceField}
                label="Price"
                value={price}
                onValueChange={onPrice}
                error={error}
                className="max-w-60 pb-2 pl-7.5"
              />
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

const FOLLOWING = (
  <Link href={PATHS.following} className="link">
    Following
  </Link>
);

interface ChannelsProps {
  channels: FollowChannels;
  onChange: (change: Partial<FollowChannels>) => void;
}

function Channels({ channels, onChange }: ChannelsProps) {
  const { data } = trpc.notices.settings.useQuery({});
  const { data: feed } = trpc.follows.feed.useQuery({});
  const noDiscord = data?.discord.connected === false;
  const noFeed = feed?.created === null;
  return (
    <fieldset>
      <legend className="text-base font-semibold">How you are notified</legend>
      <div className="mt-1">
        <Checkbox label="Inbox" checked={channels.inbox} onCheckedChange={(inbox) => onChange({ inbox })} />
        <Checkbox
          label="Atom feed"
          hint={noFeed && <>Create the feed link under {FOLLOWING} first.</>}
          disabled={noFeed && !channels.feed}
          checked={channels.feed}
          onCheckedChange={(checked) => onChange({ feed: checked })}
        />
        <Checkbox
          label="Your Discord"
          hint={noDiscord && <>Connect a webhook under {FOLLOWING} first.</>}
          disabled={noDiscord && !channels.discord}
          checked={channels.discord}
          onCheckedChange={(discord) => onChange({ discord })}
        />
      </div>
      <Select<FollowMails>
        label="Email"
        hint={data?.email.confirmed === false && 'Sent once your email address is confirmed.'}
        value={channels.email}
        onValueChange={(email) => email && onChange({ email })}
        options={MAIL_OPTIONS}
        className="mt-2 max-w-60"
      />
    </fieldset>
  );
}
