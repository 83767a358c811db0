import {
  CircleCheck,
  CircleDollarSign,
  Copy,
  CopyCheck,
  Flag,
  Hourglass,
  Link2,
  Link2Off,
  LoaderCircle,
  type LucideIcon,
  PackagePlus,
  Sparkle,
} from 'lucide-react';
import type { FlagName, SaleFlag } from '../../../../src/contract/review/flags.ts';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { TONES } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { isOpen } from '../state/review-queue.ts';
import { EvidenceLink } from './comparison.tsx';
import { DetailSection } from './detail-section.tsx';
import { describeFlag, ofUsual } from './flag-texts.ts';

const CHECKING = 'Checks are running…';

interface FlagMark {
  Icon: LucideIcon;
  label: string;
  /** Next to the icon where there is no room for the label. */
  short?: string;
  /** Needs attention; the others only inform. */
  isWarning: boolean;
}

const MARKS: Record<Exclude<FlagName, 'price'>, FlagMark> = {
  duplicate: { Icon: CopyCheck, label: 'Duplicate', isWarning: true },
  near_duplicate: { Icon: Copy, label: 'Near duplicate', isWarning: true },
  same_proof: { Icon: Link2, label: 'Same proof', isWarning: true },
  reported: { Icon: Flag, label: 'Reported', isWarning: true },
  no_proof: { Icon: Link2Off, label: 'No proof', isWarning: true },
  first_sale: { Icon: Sparkle, label: 'First sale', isWarning: false },
  new_item: { Icon: PackagePlus, label: 'New item', isWarning: false },
};

function markOf(flag: SaleFlag): FlagMark {
  if (flag.flag !== 'price') return MARKS[flag.flag];
  const label = ofUsual(flag.ratio);
  return { Icon: CircleDollarSign, label, short: label.split(' ')[0], isWarning: true };
}

interface FlagMarksProps {
  sale: Pick<ReviewSale, 'flags' | 'checked_at'>;
  /** Icons only; labels on hover and for screen readers. */
  compact?: boolean;
}

/** The flags of a sale in a line: an icon and a label each. */
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
        const { Icon, label, short, isWarning } = markOf(flag);
        return (
          <span
            key={flag.flag}
            title={label}
            className={cx(
              'inline-flex h-5 items-center gap-1 rounded-sm px-1 text-2xs font-medium whitespace-nowrap tabular-nums',
              TONES[isWarning ? 'pending' : 'neutral'],
            )}
          >
            <Icon aria-hidden className="size-3.5" />
            {compact ? (
              <>
                {short && <span aria-hidden>{short}</span>}
                <span className="sr-only">{label}</span>
              </>
            ) : (
              label
            )}
          </span>
        );
      })}
    </span>
  );
}

/** Links every `#12` of a sentence that is evidence for the flag. */
function withLinks(sentence: string, flag: SaleFlag) {
  const ids = new Set('sales' in flag ? flag.sales.map((sale) => sale.sale_id) : []);
  return sentence.split(/(#\d+)/).map((part, at) => {
    const id = Number(part.slice(1));
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity but their place
    return part.startsWith('#') && ids.has(id) ? <EvidenceLink key={at} saleId={id} /> : part;
  });
}

function FlagItem({ flag, kind }: { flag: SaleFlag; kind: ReviewSale['kind'] }) {
  const { Icon, isWarning } = markOf(flag);
  return (
    <li className={cx('tinted flex items-start gap-2.5 text-sm', isWarning && 'bg-pending-soft')}>
      <Icon
        aria-hidden
        className={cx('mt-0.5 size-4 shrink-0', isWarning ? 'text-pending' : 'text-ink-soft')}
      />
      <p className="min-w-0 font-medium">{withLinks(describeFlag(flag, kind), flag)}</p>
    </li>
  );
}

/** The flags of a sale in sentences, with links to the evidence. */
export function FlagList({ sale }: { sale: ReviewSale }) {
  const { flags, checked_at } = sale;
  return (
    <DetailSection title="Flags">
      {checked_at === null && !isOpen(sale) ? (
        <p className="flex min-h-9 items-center text-sm text-ink-soft">Decided before the checks ran.</p>
      ) : checked_at === null ? (
        <p className="flex min-h-9 items-center gap-2 text-sm text-ink-soft">
          <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
          {CHECKING}
        </p>
      ) : flags.length === 0 ? (
        <p className="flex min-h-9 items-center gap-2 text-sm text-ink-soft">
          <CircleCheck aria-hidden className="size-4 text-approved" />
          No flags.
        </p>
      ) : (
        <ul className="space-y-1.5">
          {flags.map((flag) => (
            <FlagItem key={flag.flag} flag={flag} kind={sale.kind} />
          ))}
        </ul>
      )}
    </DetailSection>
  );
}
