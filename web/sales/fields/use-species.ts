import { skipToken } from '@tanstack/react-query';
import type { SpeciesOptions } from '../../../src/contract/sale/catalogue.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { errorData } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { TYPING_PAUSE_MS } from '../../lib/timings.ts';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';

export interface SpeciesLookup {
  /** The species' forms and abilities; undefined while it is unknown. */
  species: SpeciesOptions | undefined;
  /** Why there is no such species, with the nearest existing name. */
  unknown: string | null;
  /** Requests the species again after the request got no answer; null otherwise. */
  retry: (() => Promise<unknown>) | null;
}

/** The species of a typed name; an empty name requests none. */
export function useSpecies(name: string): SpeciesLookup {
  const typed = name.trim();
  const rested = useDebounced(typed, TYPING_PAUSE_MS);
  const { data, error, refetch } = trpc.catalogue.speciesOptions.useQuery(
    rested.length >= LIMITS.autocomplete.minChars ? { pokemon_name: rested } : skipToken,
  );
  if (rested !== typed) return { species: undefined, unknown: null, retry: null };
  const unknown = errorData(error)?.fields?.pokemon_name ?? null;
  return { species: data, unknown, retry: error && unknown === null ? refetch : null };
}
