import { type NamedSets, namedSets, namesOf } from '../../../src/contract/paste/named-sets.ts';
import { readSets } from '../../../src/contract/paste/read-sets.ts';
import { serverNow } from '../../lib/clock.ts';
import type { trpc } from '../../lib/server/trpc.ts';

export interface ReadText extends NamedSets {
  text: string;
}

/** Reads pasted sets, and looks their names up in the catalogue. @throws when the server did not answer */
export async function readPaste(utils: ReturnType<typeof trpc.useUtils>, text: string): Promise<ReadText> {
  const pasted = readSets(text, serverNow());
  const pokemon = namesOf(pasted);
  const found = pokemon.length === 0 ? [] : (await utils.catalogue.identify.fetch({ pokemon })).data;
  return { ...namedSets(pasted, found), text };
}
