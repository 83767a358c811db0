import { Search } from 'lucide-react';
import { searchable, searchText } from '../../../src/contract/market/search-param-values.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useDraft } from '../../ui/fields/use-draft.ts';

interface SearchFieldProps {
  label: string;
  /** What can be searched by. */
  placeholder: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  className?: string;
}

/** A search that takes effect once typing pauses. */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const { draft, type } = useDraft(
    value ?? '',
    (text) => onSearch(text || undefined),
    (text) => searchText(text) ?? '',
  );
  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      leading={<Search aria-hidden className="size-4" />}
      placeholder={placeholder}
      value={draft}
      onChange={(event) => type(searchable(event.target.value))}
      {...(className && { className })}
    />
  );
}
