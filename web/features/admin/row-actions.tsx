import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';

/** The last column of a table: what can be done with a row. */
export const actionsColumn = <T,>(width: string, buttons: (row: T) => ReactNode): Column<T> => ({
  title: 'Actions',
  hideTitle: true,
  width,
  wide: true,
  align: 'right',
  cell: (row) => <span className="flex gap-1 max-md:mt-1 md:justify-end">{buttons(row)}</span>,
  skeleton: <Skeleton className="inline-block! h-control w-22" />,
});

interface EditAndDeleteProps {
  /** Of the row, for screen readers. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

export const EditAndDelete = ({ name, onEdit, onDelete }: EditAndDeleteProps) => (
  <>
    <Button
      icon={Pencil}
      aria-label={`Edit ${name}`}
      onClick={onEdit}
      className="max-md:flex-1 md:max-lg:px-2.5! md:max-lg:[&_svg]:hidden"
    >
      Edit
    </Button>
    <IconButton
      label={`Delete ${name}`}
      icon={Trash2}
      size="sm"
      onClick={onDelete}
      className="hover:text-rejected!"
    />
  </>
);
