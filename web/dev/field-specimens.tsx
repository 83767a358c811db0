import { Search } from 'lucide-react';
import { useState } from 'react';
import { Checkbox, Radio, Toggle } from '../ui/fields/checkbox.tsx';
import { Combobox, type Suggestions } from '../ui/fields/combobox.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { NewPasswordFields } from '../ui/fields/new-password-fields.tsx';
import { NumberField } from '../ui/fields/number-field.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { PriceField } from '../ui/fields/price-field.tsx';
import { FilterSelect, optionsOf, Select, YesNoFilter } from '../ui/fields/select.tsx';
import { TextArea, TextField } from '../ui/fields/text-field.tsx';
import { SearchField, TextFilter } from '../ui/fields/text-filter.tsx';
import { FormAlert, FormSuccess, Notice } from '../ui/form-messages.tsx';
import { Specimen } from './specimen.tsx';

const NATURES = optionsOf(['Adamant', 'Bold']);
const NAMES = ['Master Ball', 'Leftovers', 'Rare Candy', 'Choice Band'];

function useNames(query: string | null): Suggestions<string> {
  const fitting = NAMES.filter((name) => name.toLowerCase().includes(query?.toLowerCase() ?? ''));
  return { items: query === null ? [] : fitting, searching: false };
}

const useSlowNames = (query: string | null): Suggestions<string> => ({
  items: [],
  searching: query !== null,
});

function Comboboxes() {
  const [name, setName] = useState('');
  const [slow, setSlow] = useState('');
  return (
    <Specimen name="Combobox">
      <Combobox
        label="Suggests"
        required
        error="Item name is required"
        hint="Try “ball” or “zz”."
        leading={<Search aria-hidden className="size-4" />}
        value={name}
        onValueChange={setName}
        onChoose={setName}
        useSuggestions={useNames}
        nameOf={(item) => item}
      />
      <Combobox
        label="Never stops searching"
        value={slow}
        onValueChange={setSlow}
        onChoose={setSlow}
        useSuggestions={useSlowNames}
        nameOf={(item) => item}
      />
    </Specimen>
  );
}

function TextFields() {
  return (
    <Specimen name="TextField, TextArea, PasswordField">
      <TextField label="Plain" placeholder="Placeholder" />
      <TextField label="With a hint" hint="Up to 50 characters." defaultValue="Some text" />
      <TextField label="With an error" required error="Name is required" />
      <TextField label="Disabled" disabled defaultValue="Cannot be changed" />
      <TextField label="Search" type="search" leading={<Search aria-hidden className="size-4" />} />
      <TextArea label="Several lines" defaultValue={'One\nTwo'} />
      <PasswordField label="Password" autoComplete="current-password" defaultValue="hunter2" />
      <NewPasswordFields
        label="New password"
        password={{ error: 'Passwords do not match' }}
        confirmation={{}}
        typed={{ password: 'garchomp likes tea', username: 'ash_k' }}
      />
    </Specimen>
  );
}

function ValueFields() {
  const [price, setPrice] = useState<number | null>(1_500_000);
  const [iv, setIv] = useState<number | null>(31);
  const [day, setDay] = useState('2026-03-12');
  const [nature, setNature] = useState('');
  return (
    <Specimen name="PriceField, NumberField, DateField, Select">
      <PriceField label="Price" hint="Try 1.5m." error="Too high" value={price} onValueChange={setPrice} />
      <NumberField label="IV" min={0} max={31} value={iv} onValueChange={setIv} />
      <DateField label="Date sold" value={day} onValueChange={setDay} />
      <Select label="Nature" placeholder="Any" value={nature} onValueChange={setNature} options={NATURES} />
      <Select label="Disabled" disabled value="" onValueChange={setNature} options={[]} placeholder="Any" />
    </Specimen>
  );
}

function Filters() {
  const [search, setSearch] = useState<string>();
  const [name, setName] = useState<string | undefined>('Leftovers');
  const [nature, setNature] = useState<string>();
  const [shiny, setShiny] = useState<boolean>();
  return (
    <Specimen name="SearchField, TextFilter, FilterSelect, YesNoFilter">
      <SearchField label="Search" placeholder="Username or email" value={search} onFilter={setSearch} />
      <TextFilter label="Name contains" placeholder="Any" value={name} onFilter={setName} />
      <FilterSelect label="Nature" value={nature} onFilter={setNature} options={NATURES} />
      <YesNoFilter label="Shiny" yes="Shiny only" no="Not shiny" value={shiny} onFilter={setShiny} />
    </Specimen>
  );
}

function Switches() {
  const [on, setOn] = useState(true);
  const both = { checked: on, onCheckedChange: setOn };
  const fixed = { checked: !on, onCheckedChange: () => undefined, disabled: true };
  return (
    <Specimen name="Checkbox, Toggle, Radio">
      <Checkbox label="Checkbox" hint="With a hint." {...both} />
      <Checkbox label="Disabled" {...fixed} />
      <Toggle label="Toggle" hint="With a hint." {...both} />
      <Toggle label="Disabled" {...fixed} />
      <Radio name="radio" checked={on} onChoose={() => setOn(true)}>
        On
      </Radio>
      <Radio name="radio" checked={!on} onChoose={() => setOn(false)}>
        Off
      </Radio>
    </Specimen>
  );
}

/** Every field of `web/ui`: plain, with a hint, with an error, disabled. */
export function FieldSpecimens() {
  return (
    <>
      <Comboboxes />
      <TextFields />
      <ValueFields />
      <Filters />
      <Switches />
      <Specimen name="FormAlert, FormSuccess, Notice">
        <FormAlert>Invalid username or password</FormAlert>
        <FormSuccess>The password is changed.</FormSuccess>
        <Notice tone="pending">The price is unusual.</Notice>
      </Specimen>
    </>
  );
}
