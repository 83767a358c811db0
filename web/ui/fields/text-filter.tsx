import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type Reader, searchText } from '../../../src/contract/shared/search-param-values.ts';
import { withoutForbiddenCharacters } from '../../../src/contract/shared/text.ts';
import { TextField } from './text-field.tsx';
import { useDraft } from './use-draft.ts';

type TextFilterProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  /** The filter in effect; undefined for none. */
  value: string | undefined;
  onFilter: (text: string | undefined) => void;
  /** Normalises the text; undefined when nothing remains. */
  read?: Reader<string>;
};

/** A filter by text, which takes effect when typing pauses. */
export function TextFilter({ value, onFilter, read = searchText, ...field }: TextFilterProps) {
  const { draft, type } = useDraft(
    value ?? '',
    (text) => onFilter(text || undefined),
    (text) => read(text) ?? '',
  );
  return (
    <TextField
      autoComplete="off"
      {...field}
      value={draft}
      onChange={(event) => type(withoutForbiddenCharacters(event.target.value))}
    />
  );
}

/** The search of a list. */
export const SearchField = (props: TextFilterProps) => (
  <TextFilter type="search" leading={<Search aria-hidden className="size-4" />} {...props} />
);
