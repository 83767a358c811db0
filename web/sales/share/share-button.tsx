import { Share } from 'lucide-react';
import type { CardSubject } from '../../../src/contract/cards/card-paths.ts';
import type { MarketOrder } from '../../../src/contract/market/market-search-params.ts';
import { Button } from '../../ui/button.tsx';
import { lateDialog } from '../../ui/overlays/late-dialog.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';

const ShareDialog = lateDialog(() => import('./share-dialog.tsx'));

interface ShareButtonProps {
  subject: CardSubject;
  /** What the card shows: names the dialog and the file. */
  title: string;
  /** The order of the list on the page, for the link to it. */
  order?: MarketOrder;
  label?: string;
  /** On phones only its icon is shown. */
  compact?: boolean;
}

/** Opens the card of what the page shows, to copy or download it. */
export default function ShareButton(props: ShareButtonProps) {
  const { subject, title, order, label = 'Share', compact = false } = props;
  const dialog = useDialog<CardSubject>();
  return (
    <>
      <Button
        icon={Share}
        title={`Share: ${title}`}
        aria-haspopup="dialog"
        onClick={() => dialog.show(subject)}
      >
        <span className={compact ? 'max-md:sr-only' : ''}>{label}</span>
      </Button>
      {dialog.render((shared, dialogProps) => (
        <ShareDialog {...dialogProps} subject={shared} title={title} order={order} />
      ))}
    </>
  );
}
