import {
  CircleDollarSign,
  Copy,
  CopyCheck,
  Hourglass,
  Link2,
  type LucideIcon,
  PackagePlus,
  Sparkle,
} from 'lucide-react';
import { type FlagName, ofUsual, type SaleFlag } from '../../../../src/contract/flags.ts';
import { cx } from '../../../ui/cx.ts';

/** Said while nobody has looked yet. */
export const CHECKING = 'Checks are running…';

interface Mark {
  Icon: LucideIcon;
  words: string;
  /** What stands beside the sign where there is no room for the words. */
  short?: string | undefined;
  /** Something to look into, not only to know. */
  grave: boolean;
}

const MARKS: Record<Exclude<FlagName, 'price'>, Mark> = {
  duplicate: { Icon: CopyCheck, words: 'Duplicate', grave: true },
  near_duplicate: { Icon: Copy, words: 'Near duplicate', grave: true },
  same_proof: { Icon: Link2, words: 'Same proof', grave: true },
  first_sale: { Icon: Sparkle, words: 'First sale', grave: false },
  new_item: { Icon: PackagePlus, words: 'New item', grave: false },
};

/** The sign and the shortest words of a flag. */
export function markOf(flag: SaleFlag): Mark {
  if (flag.flag === 'price') {
    const words = ofUsual(flag.ratio);
    return { Icon: CircleDollarSign, words, short: words.split(' ')[0], grave: true };
  }
  return MARKS[flag.flag];
}

interface FlagMarksProps {
  sale: { flags: readonly SaleFlag[]; checked_at: string | null };
  /** Only the signs; the words on hover and for screen readers. */
  compact?: boolean;
}

/** The flags of a sale in a line, for lists: a sign and a word each. */
export function FlagMarks({ sale, compact = false }: FlagMarksProps) {
  if (sale.checked_at === null)
    return (
      <span className="inline-flex h-5 items-center gap-1 text-2xs text-ink-faint" title={CHECKING}>
        <Hourglass aria-hidden className="size-3.5" />
        <span className={compact ? 'sr-only' : undefined}>{CHECKING}</span>
      </span>
    );
  return (
    <span className="flex min-h-5 flex-wrap gap-1">
      {sale.flags.map((flag) => {
        const { Icon, words, short, grave } = markOf(flag);
        return (
          <span
            key={flag.flag}
            title={words}
            className={cx(
              'inline-flex h-5 items-center gap-1 rounded-sm px-1 text-2xs font-medium whitespace-nowrap tabular-nums',
              grave ? 'bg-pending-soft text-pending' : 'bg-sunken text-ink-soft',
            )}
          >
            <Icon aria-hidden className="size-3.5" />
            {compact ? (
              <>
                <span aria-hidden>{short}</span>
                <span className="sr-only">{words}</span>
              </>
            ) : (
              words
            )}
          </span>
        );
      })}
    </span>
  );
}
