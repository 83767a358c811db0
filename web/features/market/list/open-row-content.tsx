import { useState } from 'react';
import { Link } from 'wouter';
import type { SimilarityTrait } from '../../../../src/contract/market/similarity.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { salePath } from '../../../lib/paths.ts';
import { SaleFacts } from '../../../sales/sale-facts.tsx';
import { SimilarSales } from '../../../sales/similar/similar-sales.tsx';
import { useSimilarToSale } from '../../../sales/similar/use-similar.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { SentenceOn } from '../../../ui/untranslated.tsx';
import { ReportButton } from '../report/report-button.tsx';

/** Few sales of each match are shown in a row, because the table continues below. */
const FIRST = 2;

/** The content of an open row: all fields, links to the sale elsewhere, and similar sales. */
export default function OpenRowContent({ sale }: { sale: AnySale }) {
  const name = saleName(sale);
  const link = salePath(sale.sale_id);
  const [reporting, setReporting] = useState(false);
  const isCard = useMedia('belowMd');
  return (
    <div className="space-y-5 wrap-anywhere">
      <SaleFacts sale={sale} below={isCard ? 'card' : 'nothing'} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-base">
        <Link {...nameLink(sale.kind, name)} className="link inline-flex min-h-control items-center">
          <SentenceOn name={name}>{`Everything on ${name}`}</SentenceOn>
        </Link>
        <Link href={link} className="link inline-flex min-h-control items-center">
          This sale's page
        </Link>
        <CopyButton text={`${location.origin}${link}`} label="Copy link" />
        <ReportButton sale={sale} open={reporting} onOpenChange={setReporting} />
      </div>
      <Similar sale={sale} />
    </div>
  );
}

function Similar({ sale }: { sale: AnySale }) {
  const [without, setWithout] = useState<SimilarityTrait[]>([]);
  const answer = useSimilarToSale(sale, without);
  return (
    <section aria-label="Similar sales" className="border-t border-line pt-4">
      <h2 className="overline-label mb-2">Similar sales</h2>
      <SimilarSales answer={answer} without={without} onWithout={setWithout} first={FIRST} />
    </section>
  );
}
