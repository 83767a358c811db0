import { ExternalLink, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NORMAL_FORM } from '../../src/contract/sale/forms.ts';
import { hiddenPower } from '../../src/contract/sale/hidden-power.ts';
import { hostOf } from '../../src/contract/sale/proof.ts';
import type { PartialSpread } from '../../src/contract/sale/spreads.ts';
import { salePath } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { TypeChip } from '../ui/sale/sale-badges.tsx';
import { Sprite } from '../ui/sale/sprite.tsx';
import type { SaleSummary, Traits } from './sale-summary.ts';

/** The line under a pokemon's name: its form unless that is the normal one, and whether it is shiny. */
function FormLine({ traits: { form, shiny } }: { traits: Traits }) {
  const other = form !== '' && form !== NORMAL_FORM;
  if (!other && !shiny) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs leading-4 text-ink-faint">
      {other && <span>{form}</span>}
      {shiny && (
        <span className="inline-flex items-center gap-1 text-pending">
          <Sparkles aria-hidden className="size-3" />
          Shiny
        </span>
      )}
    </span>
  );
}

interface SaleTitleProps {
  summary: SaleSummary;
  /** The name, for example in a heading. */
  children: ReactNode;
  size?: number;
}

export function SaleTitle({ summary, children, size = 40 }: SaleTitleProps) {
  const { sprites, name, type, traits } = summary;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Sprite sources={sprites} name={name} type={type} size={size} />
      <span translate="no" className="min-w-0 wrap-anywhere md:py-1">
        {children}
        {traits && <FormLine traits={traits} />}
      </span>
    </span>
  );
}

/** The hidden power of a spread; nothing while an IV is missing. */
export function HiddenPowerChip({
  spread,
  withPower = false,
}: {
  spread: PartialSpread;
  withPower?: boolean;
}) {
  const power = hiddenPower(spread);
  if (!power) return null;
  return withPower ? <TypeChip type={power.type} power={power.power} /> : <TypeChip type={power.type} />;
}

interface SaleLinkProps {
  saleId: number;
  newTab?: boolean;
  className?: string;
}

/** The link to the page of a sale: `#12`. */
export function SaleLink({ saleId, newTab = false, className }: SaleLinkProps) {
  const look = cx('link touch-target inline-flex min-h-6 items-center tabular-nums', className);
  const label = (
    <>
      <span className="sr-only">Sale </span>#{saleId}
    </>
  );
  if (!newTab)
    return (
      <Link href={salePath(saleId)} className={look}>
        {label}
      </Link>
    );
  return (
    <a href={salePath(saleId)} target="_blank" rel="noopener" className={look}>
      {label}
      <span className="sr-only">, opens in a new tab</span>
    </a>
  );
}

interface ProofLinkProps {
  url: string;
  /** What it proves, for screen readers: `sale 12`. */
  of: string;
  /** Replaces the host: a word, or the whole URL. */
  children?: string;
  className?: string;
}

export function ProofLink({ url, of, children, className }: ProofLinkProps) {
  // That of a draft may be no URL yet.
  const host = URL.canParse(url) ? hostOf(new URL(url)) : url;
  // The name must contain the visible text, for users of speech input.
  const place = children === url ? url : host;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener nofollow ugc"
      aria-label={`Proof of ${of} at ${place}, opens in a new tab`}
      title={host}
      className={cx(
        'link touch-target inline-flex max-w-full items-center gap-1 text-sm touch:max-w-[calc(100%+1.5rem)]',
        className,
      )}
    >
      <span className="truncate">{children ?? host}</span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}

interface ListedProofProps {
  url: string | null;
  saleId: number;
  /** Shows the host instead of a word. */
  withHost?: boolean;
}

/** The proof of a listed sale, or that it has none. */
export const ListedProof = ({ url, saleId, withHost = false }: ListedProofProps) =>
  url ? (
    <ProofLink url={url} of={`sale ${saleId}`} className="min-h-6">
      {withHost ? undefined : 'Proof'}
    </ProofLink>
  ) : (
    <span className="text-ink-faint">No proof</span>
  );
