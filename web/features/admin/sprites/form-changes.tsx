import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { NORMAL_FORM, splitShiny } from '../../../../src/contract/sale/forms.ts';
import { counted, plural } from '../../../../src/contract/shared/plural.ts';
import { nameKey } from '../../../../src/contract/shared/text.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { TYPING_PAUSE_MS } from '../../../lib/timings.ts';
import { useSpecies } from '../../../sales/fields/use-species.ts';
import { Announced } from '../../../ui/announced.tsx';
import { useDebounced } from '../../../ui/hooks/use-debounced.ts';
import { QueryError } from '../../../ui/states/states.tsx';

/** The form that a variant shows, for comparison. */
const formKey = (variant: string): string => nameKey(splitShiny(variant).form);

/** Names the form that can be submitted once a sprite shows it. */
export function GainedForm({ pokemon_name, variant }: Pick<SpriteEntry, 'pokemon_name' | 'variant'>) {
  const { species } = useSpecies(pokemon_name);
  const { form } = splitShiny(useDebounced(variant, TYPING_PAUSE_MS));
  const known = [NORMAL_FORM, '', ...(species?.forms.map((option) => option.form) ?? [])].map(nameKey);
  const isNew = species !== undefined && !known.includes(nameKey(form));
  return (
    isNew && (
      <Announced as="p" className="text-base font-medium">
        {species.pokemon_name} can then be submitted in the form {form}.
      </Announced>
    )
  );
}

interface LostFormProps {
  sprite: SpriteEntry;
  /** What becomes of it; null when it is deleted. */
  next: Pick<SpriteEntry, 'pokemon_name' | 'variant'> | null;
}

/** Names the form that can no longer be submitted once a sprite is deleted or shows something else. */
export function LostForm({ sprite, next }: LostFormProps) {
  const { id, pokemon_name, variant } = sprite;
  const keeps = next?.pokemon_name === pokemon_name && formKey(next.variant) === formKey(variant);
  const enabled = !keeps && formKey(variant) !== nameKey(NORMAL_FORM);
  const query = trpc.admin.spriteForm.useQuery({ id }, { enabled, staleTime: 0 });
  if (!enabled) return null;
  if (query.error) return <QueryError banner query={query} message="Failed to load what this changes" />;
  const { form = null, sales = 0 } = query.data ?? {};
  return (
    form !== null && (
      <Announced as="p" className="text-base font-medium">
        {pokemon_name} can no longer be submitted in the form {form}.
        {sales > 0 && ` ${counted(sales, 'sale')} ${plural(sales, 'has', 'have')} it.`}
      </Announced>
    )
  );
}
