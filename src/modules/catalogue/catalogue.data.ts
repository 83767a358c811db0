import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../lib/crypto.ts';
import { ROOT } from '../../lib/process/root.ts';
import type { FormAbility } from './catalogue.entity.ts';

/** The committed catalogue, written by `npm run catalogue:generate`. */
export const CATALOGUE_FILE = path.join(ROOT, 'src/modules/catalogue/data/catalogue.json.gz');

export type ItemCategory =
  | 'held'
  | 'berry'
  | 'ball'
  | 'evolution'
  | 'mega'
  | 'medicine'
  | 'training'
  | 'field'
  | 'valuable'
  | 'key';

export interface FormData {
  form: string;
  /** The name that the games give to the base form (`West` for Shellos); accepted as a synonym of `Normal`. */
  alias?: string;
  generation: number;
  /** The first of its types, in the newest generation: `Dragon`. */
  type: string;
  abilities: FormAbility[];
  sprite: string;
}

export interface SpeciesData {
  /** National dex number. */
  id: number;
  name: string;
  generation: number;
  /** The base form first. */
  forms: FormData[];
}

export interface AbilityData {
  id: number;
  name: string;
  generation: number;
}

export interface ItemData {
  name: string;
  generation: number;
  category: ItemCategory;
  sprite: string;
}

export interface CatalogueData {
  species: SpeciesData[];
  abilities: AbilityData[];
  items: ItemData[];
}

/** The bytes of the catalogue file and their SHA-256 in hex, which identifies its version. */
export function catalogueFile(): { bytes: Buffer; hash: string } {
  const bytes = readFileSync(CATALOGUE_FILE);
  return { bytes, hash: sha256(bytes) };
}

export const unpackCatalogue = (bytes: Buffer): CatalogueData =>
  JSON.parse(gunzipSync(bytes).toString('utf8')) as CatalogueData;
