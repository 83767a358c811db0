import { useSession } from '../../lib/server/session.tsx';
import { discardUnsentInput } from '../../lib/server/unsent-input.ts';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { editSlot } from './edit-slot.ts';

interface EditButtonsProps {
  /** The id of the form. */
  form: string;
  saleId: number;
  /** It is being saved. */
  pending: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** The buttons of an `EditForm`, which is elsewhere or still loads. Cancel discards its changes, and asks nothing. */
export function EditButtons({ saleId, onCancel, ...buttons }: EditButtonsProps) {
  const userId = useSession().user?.user_id;
  function cancel() {
    discardUnsentInput(userId, editSlot(saleId));
    onCancel();
  }
  return <FormButtons {...buttons} label="Save changes" onCancel={cancel} />;
}
