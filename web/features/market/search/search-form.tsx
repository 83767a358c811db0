import { Search } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { searchFor } from '../../../lib/search-box.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

/** On a page without the search of Market History: goes there, and searches for what was typed. */
export function SearchForm() {
  const [text, setText] = useState('');
  return (
    <form
      className="mx-auto mt-4 flex max-w-sm gap-2 text-left max-[24rem]:flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        searchFor(text);
      }}
    >
      <TextField
        label="Search items and pokemon"
        hideLabel
        placeholder="Search"
        leading={<Search className="size-4.5" />}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={LIMITS.search.length}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="grow"
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
