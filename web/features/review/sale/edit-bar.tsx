import { Button } from '../../../ui/button.tsx';

/** The buttons of the edit form, outside it. */
export function EditBar({
  formId,
  saving,
  onCancel,
}: {
  formId: string;
  saving: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex w-full flex-wrap justify-end gap-3">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" pending={saving}>
        Save changes
      </Button>
    </div>
  );
}
