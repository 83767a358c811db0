import { Button } from '../ui/button.tsx';

interface EditButtonsProps {
  formId: string;
  saving: boolean;
  onCancel: () => void;
}

/** The buttons of an edit form, which is elsewhere on the page. */
export function EditButtons({ formId, saving, onCancel }: EditButtonsProps) {
  return (
    <div className="flex w-full flex-wrap justify-end gap-3 max-md:*:grow">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" pending={saving}>
        Save changes
      </Button>
    </div>
  );
}
