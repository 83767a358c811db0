import { skipToken } from '@tanstack/react-query';
import type { SpeciesOptions } from '../../src/contract/catalogue.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { errorText } from '../lib/errors.ts';
import { trpc } from '../lib/trpc.ts';
import { useDebounced } from '../ui/use-debounced.ts';

interface Species {
  /** Forms and abilities of the species with this name; undefined while it is not known. */
  species: SpeciesOptions | undefined;
  /** Why there is none, with the nearest name that exists. */
  unknown: string | null;
}

/** The species of a name that is being typed; an empty name asks for none. */
export function useSpecies(name: string): Species {
  const typed = name.trim();
  const rested = useDebounced(typed, LIMITS.autocomplete.debounceMs);
  const { data, error } = trpc.catalogue.speciesOptions.useQuery(
    rested.length >= LIMITS.autocomplete.minChars ? { pokemon_name: rested } : skipToken,
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (rested !== typed) return { species: undefined, unknown: null };
  return { species: data, unknown: error ? errorText(error, '') || null : null };
}
