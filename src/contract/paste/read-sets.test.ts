import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../modules/catalogue/catalogue.source.ts';
import { identifyPokemon } from '../../modules/catalogue/pokemon.resolver.ts';
import { HOSTILE_TEXTS } from '../../testing/attacks/hostile-texts.ts';
import { catalogueSpellings } from '../../testing/search/catalogue-spellings.ts';
import { ABILITY_NAMES } from '../sale/ability-names.ts';
import { zIdentifyInput } from '../sale/catalogue.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { LIMITS } from '../shared/limits.ts';
import { type NamedSet, namedSets, namesOf } from './named-sets.ts';
import { looksLikeSets } from './pasted-text.ts';
import { readSets } from './read-sets.ts';
import { inPastedOrder } from './unparsed-line.ts';

const source = readCatalogue();
const NOW = new Date('2026-03-14T12:00:00Z');

function read(text: string) {
  const pasted = readSets(text, NOW);
  const found = namesOf(pasted).map((names) =>
    identifyPokemon(source, names, { generation: 9, extraForms: () => [] }),
  );
  return namedSets(pasted, found);
}

const spreadText = ({ fields: { spread }, assumedIvs }: NamedSet): string | undefined =>
  spread &&
  `${Object.values(spread)
    .map((iv) => iv ?? 'x')
    .join('/')}${assumedIvs ? ' assumed' : ''}`;

const setText = (set: NamedSet): string => {
  const { name, isKnown, form, held_item, fields, notKept, notRead } = set;
  const { ability, nature, level, is_shiny, min_perfect_ivs, hidden_power, price, date_sold, proof_url } =
    fields;
  const parts = [
    `${name}${form && form !== 'Normal' ? ` (${form})` : ''}${isKnown ? '' : ' (unknown)'}`,
    is_shiny === undefined ? undefined : is_shiny ? 'shiny' : 'not shiny',
    ...[nature, ability, min_perfect_ivs && `${min_perfect_ivs}x31`],
    ...[level && `lv ${level}`, spreadText(set), hidden_power && `hp ${hidden_power}`],
    ...[held_item && `@ ${held_item}`, price && `${price} PD`, date_sold, proof_url],
    notKept.length > 0 && `not kept: ${notKept.join(', ')}`,
    ...notRead.map(({ line, reason }) => `not read: ${line} (${reason})`),
  ];
  return parts.filter(Boolean).join(' · ');
};

/** Each set on a line, then the lines outside of the sets. */
const readText = (text: string): string[] => {
  const { sets, notRead } = read(text);
  return [...sets.map(setText), ...notRead.map(({ line, reason }) => `not read: ${line} (${reason})`)];
};

const SIX = '31/31/31/31/31/31';
const ASSUMED = `${SIX} assumed`;

const EXPORT = `Chompy (Garchomp) (F) @ Rocky Helmet
Ability: Rough Skin
Level: 50
Shiny: Yes
Happiness: 0
Tera Type: Steel
EVs: 252 HP / 4 Atk / 252 Spe
Jolly Nature
IVs: 0 SpA / 30 Spe
- Earthquake
- Dragon Claw`;
const EXPORTED =
  'Garchomp · shiny · Jolly · Rough Skin · lv 50 · 31/31/31/0/31/30 · @ Rocky Helmet · not kept: nickname, gender, happiness, Tera type, EVs, moves';

/** Pasted texts, and what is read of them. */
const TEXTS: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
  ['a nature before the name, which leaves the IVs open', 'adamant garchomp', ['Garchomp · Adamant']],
  ['traits behind the name', 'Garchomp Jolly 31/31/31/0/31/31', ['Garchomp · Jolly · 31/31/31/0/31/31']],
  [
    'traits on both sides of the name',
    'shiny adamant Rotom-Wash, x / 31 / 31 / x / 31 / 30 @ Leftovers\nAbility: Levitate',
    ['Rotom (Wash) · shiny · Adamant · Levitate · x/31/31/x/31/30 · @ Leftovers'],
  ],
  [
    'a trait that a later line contradicts',
    'Garchomp Jolly\nAdamant Nature',
    ['Garchomp · Adamant · not read: Garchomp Jolly (Contradicts a later line)'],
  ],
  [
    'traits that are not read, so that no IVs are assumed',
    'Garchomp 0hp Jolly',
    [
      'Garchomp · Jolly · not read: Garchomp 0hp Jolly (Garchomp has no form “0hp”. It has only the form Normal.)',
    ],
  ],
  [
    'a number of perfect IVs, so that no IVs are assumed',
    '5x31 Adamant Garchomp\n\nRotom-Wash Bold 6IVs\n\n4iv gengar',
    ['Garchomp · Adamant · 5x31', 'Rotom (Wash) · Bold · 6x31', 'Gengar · 4x31'],
  ],
  ['a nickname that is a nature', 'Jolly (Garchomp)', [`Garchomp · ${ASSUMED} · not kept: nickname`]],
  ['a nature alone', 'Jolly', ['not read: Jolly (No pokemon is named)']],
  ['an export with everything', EXPORT, [EXPORTED]],
  ['Windows line ends', EXPORT.replaceAll('\n', '\r\n'), [EXPORTED]],
  ['old line ends', EXPORT.replaceAll('\n', '\r'), [EXPORTED]],
  ['spaces at the ends of lines', EXPORT.replaceAll('\n', '  \n'), [EXPORTED]],
  ['tabs', EXPORT.replaceAll(' ', '\t'), [EXPORTED]],
  ['no-break spaces', EXPORT.replaceAll(' ', '\u00a0'), [EXPORTED]],
  ['indented lines', EXPORT.replaceAll('\n', '\n    '), [EXPORTED]],
  ['a blank line between all lines', EXPORT.replaceAll('\n', '\n\n'), [EXPORTED]],
  ['null bytes and invisible characters', EXPORT.replaceAll('a', 'a\0\u200b\u202e'), [EXPORTED]],
  [
    'lower case',
    'garchomp\nability: rough skin\nnature: jolly\nlevel: 50\nshiny: yes\nivs: 0 atk',
    ['Garchomp · shiny · Jolly · Rough Skin · lv 50 · 31/0/31/31/31/31'],
  ],
  [
    'upper case',
    'GARCHOMP\nABILITY: ROUGH SKIN\nJOLLY NATURE',
    [`Garchomp · Jolly · Rough Skin · ${ASSUMED}`],
  ],
  ['only a name', 'Garchomp', ['Garchomp']],
  ['a name with its price', 'Garchomp\n500k', ['Garchomp · 500000 PD']],
  ['a name with an item', 'Garchomp @ Leftovers', [`Garchomp · ${ASSUMED} · @ Leftovers`]],
  [
    'a nickname that is another pokemon',
    'Pikachu (Garchomp)\nJolly Nature',
    [`Garchomp · Jolly · ${ASSUMED} · not kept: nickname`],
  ],
  [
    'a note in parentheses',
    'Garchomp (my best one)\nJolly Nature',
    [`Garchomp · Jolly · ${ASSUMED} · not kept: nickname`],
  ],
  [
    'a form',
    'Rotom-Wash @ Leftovers\nAbility: Levitate',
    [`Rotom (Wash) · Levitate · ${ASSUMED} · @ Leftovers`],
  ],
  [
    'a form of two words',
    'Tauros-Paldea-Combat\nAbility: Intimidate',
    [`Tauros (Paldea-Combat) · Intimidate · ${ASSUMED}`],
  ],
  [
    'a name with a hyphen and a form',
    'Farfetch’d-Galar\nAbility: Steadfast',
    [`Farfetch'd (Galar) · Steadfast · ${ASSUMED}`],
  ],
  [
    'a form that the games name',
    'Gastrodon-West\nAbility: Sticky Hold',
    [`Gastrodon · Sticky Hold · ${ASSUMED}`],
  ],
  ['a form that is a sex', 'Meowstic-F\nAbility: Keen Eye', [`Meowstic (F) · Keen Eye · ${ASSUMED}`]],
  ['Mr. Mime', 'mr mime (M)\nAbility: Filter', [`Mr. Mime · Filter · ${ASSUMED} · not kept: gender`]],
  [
    'Mr. Mime-Galar',
    'Mr. Mime-Galar\nAbility: Screen Cleaner',
    [`Mr. Mime (Galar) · Screen Cleaner · ${ASSUMED}`],
  ],
  ['Farfetch’d', 'Farfetch’d\nAbility: Inner Focus', [`Farfetch'd · Inner Focus · ${ASSUMED}`]],
  ['Nidoran-F', 'Nidoran-F (F)\nAbility: Rivalry', [`Nidoran♀ · Rivalry · ${ASSUMED} · not kept: gender`]],
  [
    'Type: Null',
    'Type: Null @ Eviolite\nAbility: Battle Armor',
    [`Type: Null · Battle Armor · ${ASSUMED} · @ Eviolite`],
  ],
  ['Porygon-Z and Ho-Oh', 'Porygon-Z\n\nHo-Oh', ['Porygon-Z', 'Ho-Oh']],
  ['Flabébé without accents', 'flabebe\nBold Nature', [`Flabébé · Bold · ${ASSUMED}`]],
  [
    'a form that the species does not have',
    'Charizard-Mega-X\nJolly Nature',
    [
      `Charizard · Jolly · ${ASSUMED} · not read: Charizard-Mega-X (Charizard has no form “Mega-X”. It has only the form Normal.)`,
    ],
  ],
  [
    'an ability that the species cannot have',
    'Garchomp\nAbility: Levitate',
    [
      `Garchomp · ${ASSUMED} · not read: Ability: Levitate (Garchomp cannot have Levitate; it has Sand Veil or Rough Skin.)`,
    ],
  ],
  [
    'an unknown name',
    'Garchom\nJolly Nature',
    [
      `Garchom (unknown) · Jolly · ${ASSUMED} · not read: Garchom (There is no pokemon “Garchom”. Did you mean Garchomp?)`,
    ],
  ],
  [
    'the IVs of a hidden power',
    'Gengar\n- Hidden Power [Fire]',
    ['Gengar · 31/30/31/30/31/30 assumed · hp Fire'],
  ],
  [
    'a hidden power without brackets',
    'Gengar\nIVs: 0 Atk / 30 SpA / 30 Spe\n- Hidden Power Fire\n- Shadow Ball',
    ['Gengar · 31/0/31/30/31/30 · hp Fire · not kept: moves'],
  ],
  ['a line of hidden power', 'Gengar\nHidden Power: Ice', ['Gengar · 31/30/30/31/31/31 assumed · hp Ice']],
  [
    'a hidden power that the IVs do not give',
    `Gengar\nIVs: 31/31/31/31/31/31\n- Hidden Power [Fire]`,
    [`Gengar · ${SIX} · not read: Hidden Power Fire (These IVs give Hidden Power Dark)`],
  ],
  [
    'a hidden power that there is not',
    'Gengar\n- Hidden Power [Fairy]',
    [`Gengar · ${ASSUMED} · not read: - Hidden Power [Fairy] (There is no Hidden Power Fairy)`],
  ],
  ['a spread as a line', 'Garchomp\n31/31/31/x/31/31', ['Garchomp · 31/31/31/x/31/31']],
  ['IVs as a spread', 'Garchomp\nIVs: 31 / 0 / 31 / 31 / 31 / 31', ['Garchomp · 31/0/31/31/31/31']],
  [
    'broken IVs',
    'Garchomp\nIVs: 45 HP / x Atk / 7 Foo / 20 Spe',
    [
      'Garchomp · x/x/31/31/31/20 · not read: IVs: 45 HP / x Atk / 7 Foo / 20 Spe (Not IVs from 0 to 31: 45 HP, x Atk, 7 Foo)',
    ],
  ],
  [
    'no readable IV',
    'Garchomp\nIVs: -3 HP / 7.5 Atk',
    ['Garchomp · not read: IVs: -3 HP / 7.5 Atk (Not IVs from 0 to 31: -3 HP, 7.5 Atk)'],
  ],
  [
    'a wrong level',
    'Garchomp\nLevel: 500',
    [`Garchomp · ${ASSUMED} · not read: Level: 500 (A level is a whole number from 1 to 100)`],
  ],
  [
    'a wrong nature',
    'Garchomp\nAngry Nature',
    [`Garchomp · ${ASSUMED} · not read: Angry Nature (There is no nature Angry)`],
  ],
  ...['Gengar (Shiny)', 'Gengar [shiny]', 'Gengar (★)', 'Gengar ★', '★Gengar', '(Shiny) Gengar'].map(
    (line): [string, string, string[]] => ['a mark of shininess', line, ['Gengar · shiny']],
  ),
  ...['✨ Gengar', 'Gengar ⭐\ufe0f', '✨Gengar✨', 'Gengar (✨)'].map((line): [string, string, string[]] => [
    'an emoji of shininess',
    line,
    ['Gengar · shiny'],
  ]),
  [
    'an emoji of shininess and more',
    '✨ Gengar (F) @ Leftovers\nTimid Nature',
    [`Gengar · shiny · Timid · @ Leftovers · not kept: gender`],
  ],
  ['an emoji and traits', '✨ Gengar Timid 31/0/31/31/31/31', ['Gengar · shiny · Timid · 31/0/31/31/31/31']],
  ['an emoji in other lines', '✨✨\nGengar\n✨ Timid Nature ✨', [`Gengar · Timid · ${ASSUMED}`]],
  [
    'an emoji in a greeting',
    '✨ WTS ✨\nGengar\nTimid Nature',
    [`Gengar · Timid · ${ASSUMED} · not read: ★ WTS ★ (Not a line of a set)`],
  ],
  ['an emoji and a nickname', '✨Boo✨ (Gengar)', [`Gengar · ${ASSUMED} · not kept: nickname`]],
  [
    'a mark of shininess and more',
    'Gengar (Shiny) (F) @ Leftovers\nTimid Nature',
    [`Gengar · shiny · Timid · @ Leftovers · not kept: gender`],
  ],
  ['a form in parentheses', 'Rotom (Wash)', ['Rotom (Wash)']],
  [
    'a form in parentheses and more',
    'Rotom (Wash) (F) @ Leftovers\nTimid Nature',
    [`Rotom (Wash) · Timid · ${ASSUMED} · @ Leftovers · not kept: gender`],
  ],
  [
    'a form in parentheses and shiny',
    'Ninetales (Alola) (Shiny) 500k',
    ['Ninetales (Alola) · shiny · 500000 PD'],
  ],
  ['a form that looks like a gender', 'Unown (F)\nModest Nature', [`Unown (F) · Modest · ${ASSUMED}`]],
  ['a nickname that is a species', 'Rotom (Garchomp)', [`Garchomp · ${ASSUMED} · not kept: nickname`]],
  ['a nickname that is no form', 'Rotom (Bob)', [`Rotom · ${ASSUMED} · not kept: nickname`]],
  ['a nickname with stars', '★Boo★ (Gengar)', [`Gengar · ${ASSUMED} · not kept: nickname`]],
  ['a mark and a nickname', '★Boo★ (Gengar) (Shiny)', [`Gengar · shiny · not kept: nickname`]],
  [
    'a mark that a line contradicts',
    'Gengar (Shiny)\nShiny: No',
    ['Gengar · not shiny · not read: Gengar (Shiny) (Contradicts a later line)'],
  ],
  ['not shiny', 'Garchomp\nShiny: No', [`Garchomp · not shiny · ${ASSUMED}`]],
  [
    'a price and a link',
    'Garchomp\nJolly Nature\n\nPrice: 1.5m\nhttps://forum.example/threads/1',
    [`Garchomp · Jolly · ${ASSUMED} · 1500000 PD · https://forum.example/threads/1`],
  ],
  ['a price before the set', '500k\n\nGarchomp\nJolly Nature', [`Garchomp · Jolly · ${ASSUMED} · 500000 PD`]],
  [
    'lines that mean nothing',
    'Garchomp @ Leftovers\nmint condition\nJolly Nature\nbought from a friend',
    [
      `Garchomp · Jolly · ${ASSUMED} · @ Leftovers · not read: mint condition (Not a line of a set) · not read: bought from a friend (Not a line of a set)`,
    ],
  ],
  [
    'an item and its price',
    'Garchomp\nJolly Nature\nleftovers 20k',
    [
      `Garchomp · Jolly · ${ASSUMED} · not read: leftovers 20k (Not a line of a set; if it is another sale, paste it on its own)`,
    ],
  ],
  [
    'an introduction',
    'selling this one:\nGarchomp\nJolly Nature',
    [`Garchomp · Jolly · ${ASSUMED} · not read: selling this one: (Not a line of a set)`],
  ],
  [
    'lines that contradict',
    'Garchomp\nJolly Nature\nAdamant Nature\nJolly Nature',
    [`Garchomp · Jolly · ${ASSUMED} · not read: Adamant Nature (Contradicts an earlier line)`],
  ],
  [
    'a team with a header',
    '=== [gen4] OU/My team ===\n\nGarchomp\nJolly Nature\n\nRotom-Wash\nBold Nature\n',
    [`Garchomp · Jolly · ${ASSUMED}`, `Rotom (Wash) · Bold · ${ASSUMED}`],
  ],
  [
    'two teams without blank lines',
    '=== [gen4] A ===\nGarchomp\n=== [gen5] B ===\nGengar',
    ['Garchomp', 'Gengar'],
  ],
  ['a list of names', 'garchomp\ngengar\nDragonite', ['Garchomp', 'Gengar', 'Dragonite']],
  [
    'a list of pokemon with traits',
    'Garchomp Jolly 31/31/31/0/31/31\nGengar\tTimid\t31/0/31/31/31/31\t500k',
    ['Garchomp · Jolly · 31/31/31/0/31/31', 'Gengar · Timid · 31/0/31/31/31/31 · 500000 PD'],
  ],
  [
    'a sheet with a row of titles',
    'Pokemon\tNature\tIVs\tPrice\nGyarados\tAdamant\t31/31/31/x/31/31\t500k\nMr. Mime\tTimid\t\t1,200,000\nHo-Oh\tJolly',
    ['Gyarados · Adamant · 31/31/31/x/31/31 · 500000 PD', 'Mr. Mime · Timid · 1200000 PD', 'Ho-Oh · Jolly'],
  ],
  [
    'a row with commas and a price without a unit',
    'Gengar,Timid,31/0/31/31/31/31,750000',
    ['Gengar · Timid · 31/0/31/31/31/31 · 750000 PD'],
  ],
  [
    'rows whose prices have a decimal comma, spaces or a word',
    'Garchomp Jolly Rough Skin 31/31/31/0/31/31 1,5m\nGengar Timid 31/0/31/31/31/31 1 500 000\nRotom-Wash, Bold, 2.5 million',
    [
      'Garchomp · Jolly · Rough Skin · 31/31/31/0/31/31 · 1500000 PD',
      'Gengar · Timid · 31/0/31/31/31/31 · 1500000 PD',
      'Rotom (Wash) · Bold · 2500000 PD',
    ],
  ],
  [
    'a year and a level, which are not prices',
    'Gengar,Timid,50,2025',
    [
      'Gengar · Timid · not read: Gengar,Timid,50,2025 (It is not clear what “50 2025” means. A price is written as 500k or 500,000.)',
    ],
  ],
  [
    'a level in a line with traits, whatever its spelling',
    'Pikachu lvl 50 timid 500k\nPikachu Timid L50 500k\nRotom-Wash level: 50 Bold 1m\nUnown L Bold 50k',
    [
      'Pikachu · Timid · lv 50 · 500000 PD',
      'Pikachu · Timid · lv 50 · 500000 PD',
      'Rotom (Wash) · Bold · lv 50 · 1000000 PD',
      'Unown (L) · Bold · 50000 PD',
    ],
  ],
  [
    'a level below the name',
    'Pikachu\nlvl 50 timid 500k',
    [`Pikachu · Timid · lv 50 · ${ASSUMED} · 500000 PD`],
  ],
  [
    'an impossible level in a line, with one reason',
    'Garchomp lvl 500 Jolly',
    [
      'Garchomp · Jolly · not read: Garchomp lvl 500 Jolly (Garchomp has no form “lvl 500”. It has only the form Normal.)',
    ],
  ],
  [
    'a year after a form',
    'Rotom-Wash Bold 2025',
    [
      'Rotom (Wash) · Bold · not read: Rotom-Wash Bold 2025 (It is not clear what “2025” means. A price is written as 500k or 500,000.)',
    ],
  ],
  [
    'spreads with a number above 31, or without six of them, in a line with a name',
    'Adamant Garchomp 31/31/31/32/31/31 500k\nGarchomp 31/31/31/31/31 Jolly\nGengar 31/31/31/31/31/31/31\nGengar 31/x/?/31/31/31',
    [
      'Garchomp · Adamant · 500000 PD · not read: 31/31/31/32/31/31 (IVs are six numbers from 0 to 31)',
      'Garchomp · Jolly · not read: 31/31/31/31/31 (IVs are six numbers from 0 to 31)',
      'Gengar · not read: 31/31/31/31/31/31/31 (IVs are six numbers from 0 to 31)',
      'Gengar · 31/x/x/31/31/31',
    ],
  ],
  [
    'such spreads in lines of their own, so that no IVs are assumed',
    'Garchomp\n31/31/31/32/31/31 500k\nJolly Nature\n\nGengar\nIVs: 31/31/31/31/31\n\nRotom 31/31/31/31/31\nBold Nature',
    [
      'Garchomp · Jolly · 500000 PD · not read: 31/31/31/32/31/31 500k (IVs are six numbers from 0 to 31)',
      'Gengar · not read: IVs: 31/31/31/31/31 (IVs are six numbers from 0 to 31)',
      'Rotom · Bold · not read: 31/31/31/31/31 (IVs are six numbers from 0 to 31)',
    ],
  ],
  [
    'a spread with hyphens or spaces, and a number above 31 in it',
    'Garchomp Jolly 31-31-31-0-31-31 500k\nGarchomp 31-31-31-32-31-31 Jolly\nGengar Timid 31 0 31 40 31 31 2m\n\nRotom\n31-31-31-310-31-31\n\nGarchomp\nIVs: 31-31-31-32-31-31',
    [
      'Garchomp · Jolly · 31/31/31/0/31/31 · 500000 PD',
      'Garchomp · Jolly · not read: 31-31-31-32-31-31 (IVs are six numbers from 0 to 31)',
      'Gengar · Timid · 2000000 PD · not read: 31 0 31 40 31 31 (IVs are six numbers from 0 to 31)',
      'Rotom · not read: 31-31-31-310-31-31 (IVs are six numbers from 0 to 31)',
      'Garchomp · not read: IVs: 31-31-31-32-31-31 (IVs are six numbers from 0 to 31)',
    ],
  ],
  [
    'only a spread with a number above 31',
    '31-31-31-32-31-31',
    ['not read: 31-31-31-32-31-31 (IVs are six numbers from 0 to 31)'],
  ],
  [
    'several traits in a line below the name',
    'adamant 31/x/31/x/31/31\nDragonite\n\nGarchomp\nJolly 31/31/31/0/31/31 Rough Skin 500k 2026-03-12\n\nGengar\nshiny timid nature, 5x31 750000',
    [
      'Dragonite · Adamant · 31/x/31/x/31/31',
      'Garchomp · Jolly · Rough Skin · 31/31/31/0/31/31 · 500000 PD · 2026-03-12',
      'Gengar · shiny · Timid · 5x31 · 750000 PD',
    ],
  ],
  [
    'several traits and a wrong value in a line below the name',
    'Garchomp\nJolly 31/31/31/32/31/31\n500k\n\nGengar\nTimid 31/0/31/31/31/31 2026-02-30\n\nRotom\nBold 31/0/31/31/31/31 450',
    [
      'Garchomp · Jolly · 500000 PD · not read: Jolly 31/31/31/32/31/31 (IVs are six numbers from 0 to 31)',
      'Gengar · Timid · 31/0/31/31/31/31 · not read: Timid 31/0/31/31/31/31 2026-02-30 (Not a clear date, such as 2026-03-12)',
      'Rotom · Bold · 31/0/31/31/31/31 · not read: Bold 31/0/31/31/31/31 450 (It is not clear what “450” means. A price is written as 500k or 500,000.)',
    ],
  ],
  [
    'a form with the name of an ability in it, and its ability',
    'Tauros Paldea Blaze Intimidate Jolly 500k\nTauros-Paldea Blaze\nTyphlosion Hisui Blaze',
    [
      'Tauros (Paldea-Blaze) · Jolly · Intimidate · 500000 PD',
      'Tauros (Paldea-Blaze)',
      'Typhlosion (Hisui) · Blaze',
    ],
  ],
  [
    'abilities in a line with a name',
    'Garchomp Jolly Rough Skin\nLevitate Rotom-Wash 500k\nGarchomp Levitate',
    [
      'Garchomp · Jolly · Rough Skin',
      'Rotom (Wash) · Levitate · 500000 PD',
      'Garchomp · not read: Ability: Levitate (Garchomp cannot have Levitate; it has Sand Veil or Rough Skin.)',
    ],
  ],
  [
    'an ability in a line of its own',
    'Garchomp\nrough skin\n\nRotom-Wash\nBold\nLevitate',
    [`Garchomp · Rough Skin · ${ASSUMED}`, `Rotom (Wash) · Bold · Levitate · ${ASSUMED}`],
  ],
  [
    'IVs in columns',
    'Name\tNature\tHP\tAtk\tDef\tSpA\tSpD\tSpe\tPrice\nGarchomp\tAdamant\t31\t31\t31\t0\t31\t31\t1,200,000\nPorygon2\tBold\t31\tx\t31\t31\t31\t31\t2m\nGengar;Timid;31;0;31;31;31;31;750000',
    [
      'Garchomp · Adamant · 31/31/31/0/31/31 · 1200000 PD',
      'Porygon2 · Bold · 31/x/31/31/31/31 · 2000000 PD',
      'Gengar · Timid · 31/0/31/31/31/31 · 750000 PD',
    ],
  ],
  [
    'a link and a day in the line of a pokemon',
    'Adamant Garchomp 31/31/31/0/31/31 450k https://forums.example.com/t/3 2026-03-12',
    ['Garchomp · Adamant · 31/31/31/0/31/31 · 450000 PD · 2026-03-12 · https://forums.example.com/t/3'],
  ],
  [
    'a link and a day in columns',
    [
      'Pokemon\tNature\tIVs\tPrice\tDate\tProof',
      'Garchomp\tAdamant\t31/31/31/0/31/31\t450k\t2026-03-12\thttps://forums.example.com/t/3',
      'Gengar,Timid,31/0/31/31/31/31,750000,https://forums.example.com/t/4,12.03.2026',
      'Rotom-Wash; Bold; 12 Mar 2026; https://forums.example.com/t/5',
    ].join('\n'),
    [
      'Garchomp · Adamant · 31/31/31/0/31/31 · 450000 PD · 2026-03-12 · https://forums.example.com/t/3',
      'Gengar · Timid · 31/0/31/31/31/31 · 750000 PD · 2026-03-12 · https://forums.example.com/t/4',
      'Rotom (Wash) · Bold · 2026-03-12 · https://forums.example.com/t/5',
    ],
  ],
  [
    'a link with a comma, and one in parentheses',
    'Jolly Garchomp 1,500,000 https://forums.example.com/t/3,a.\nBold Rotom (https://forums.example.com/t/4)',
    [
      'Garchomp · Jolly · 1500000 PD · https://forums.example.com/t/3,a',
      'Rotom · Bold · https://forums.example.com/t/4',
    ],
  ],
  [
    'links and dates that are not read',
    'Jolly Garchomp https://a.example/1 https://a.example/2 https://me:secret@a.example/3 2026-02-30 2199-01-01',
    [
      expect.stringContaining(
        'Garchomp · Jolly · https://a.example/1 · not read: https://a.example/2 (One sale has one proof) · not read: https://me:secret@a.example/3 (Proof URL must not contain a user name or password: remove the part before the @) · not read: 2026-02-30 (Not a clear date, such as 2026-03-12) · not read: 2199-01-01 (Date sold cannot be after today, ',
      ),
    ],
  ],
  [
    'two days',
    'Jolly Garchomp 2026-03-12 2026-03-13 2026-03-12',
    ['Garchomp · Jolly · 2026-03-12 · not read: 2026-03-13 (One sale has one day)'],
  ],
  [
    'values after a blank line',
    'Garchomp\nJolly Nature\n\n450k https://forums.example.com/t/3\n\n2026-03-12',
    [`Garchomp · Jolly · ${ASSUMED} · 450000 PD · 2026-03-12 · https://forums.example.com/t/3`],
  ],
  [
    'a list after a set',
    'Garchomp\nJolly Nature\n\nShiny Gyarados Adamant 1m\nNidoran♀ Modest 31/0/31/31/31/31\nbought for 500k',
    [
      `Garchomp · Jolly · ${ASSUMED}`,
      'Gyarados · shiny · Adamant · 1000000 PD',
      'Nidoran♀ · Modest · 31/0/31/31/31/31 · not read: bought for 500k (Not a line of a set; if it is another sale, paste it on its own)',
    ],
  ],
  [
    'a pokemon with a nature and a price in lines of their own',
    'Garchomp 31/31/31/0/31/31\nJolly\n350k',
    ['Garchomp · Jolly · 31/31/31/0/31/31 · 350000 PD'],
  ],
  [
    'sets with other text between them',
    'Garchomp\nJolly Nature\n\nand also\n\nGengar\nTimid Nature\n\nthanks!',
    [
      `Garchomp · Jolly · ${ASSUMED}`,
      `Gengar · Timid · ${ASSUMED}`,
      'not read: and also (There is no pokemon “and also”. Did you mean Armaldo?)',
      'not read: thanks! (There is no pokemon “thanks!”. Did you mean Ekans?)',
    ],
  ],
  [
    'a packed team',
    'Garchomp||leftovers|roughskin|earthquake|Jolly|,252,,,4,252|||||',
    [
      'not read: Garchomp||leftovers|roughskin|earthquake|Jolly|,252,,,4,252||||| (A packed team: export it as text)',
    ],
  ],
  [
    'only values',
    '31/31/31/31/31/31\n\n500k',
    ['not read: 31/31/31/31/31/31 (No pokemon is named)', 'not read: 500k (No pokemon is named)'],
  ],
  ['nothing', ' \n\n\t\n', []],
];

describe('pasted sets', () => {
  it.each(TEXTS)('%s', (_, text, expected) => {
    expect(readText(text)).toEqual(expected);
  });

  it('lists lines in the order in which they were pasted', () => {
    const { sets, notRead } = read(
      'Garchom\n\nGarchomp 2026-02-30\nAbility: Levitate\nwhatever\n\nand also\n\nHaxorus\nLevel: 500',
    );
    expect(
      inPastedOrder([...notRead, ...sets.flatMap((set) => set.notRead)]).map(({ line }) => line),
    ).toEqual(['Garchom', '2026-02-30', 'Ability: Levitate', 'whatever', 'and also', 'Level: 500']);
  });

  it('says that a name is that of an item', () => {
    const pasted = readSets('Garchomp\nJolly Nature\n\nleftovers 20k', NOW);
    const found = namesOf(pasted).map((names) =>
      identifyPokemon(source, names, { generation: 9, extraForms: () => [] }),
    );
    const { sets, notRead } = namedSets(
      pasted,
      found.map((one) => (one.named === null ? { ...one, item: 'Leftovers' } : one)),
    );
    expect(sets.map(({ name }) => name)).toEqual(['Garchomp']);
    expect(notRead).toEqual([
      {
        ...{ line: 'leftovers 20k', reason: 'Leftovers is an item', at: 3 },
        item: { name: 'Leftovers', price: 20_000 },
      },
    ]);
  });

  it('reads at most 24 sets, and names the others', () => {
    const names = source.species.slice(0, 26).map(({ name }) => name);
    const { sets, notRead } = read(names.join('\n\n'));
    expect(sets.map(({ name }) => name)).toEqual(names.slice(0, 24));
    expect(notRead.map(({ line, reason }) => ({ line, reason }))).toEqual(
      names.slice(24).map((line) => ({ line, reason: 'Only the first 24 sets are read' })),
    );
  });

  it('reads nothing of a text that is too long', () => {
    const { sets, notRead } = read(`Garchomp\n${'x'.repeat(LIMITS.paste.length)}`);
    expect(sets).toEqual([]);
    expect(notRead.map(({ reason }) => reason)).toEqual([
      'Longer than 20,000 characters, so nothing was read',
    ]);
  });

  it('lists every line of 10 kB of other text', () => {
    const { sets, notRead } = read(
      Array.from({ length: 500 }, (_, at) => `${at} some words here`).join('\n'),
    );
    expect(sets).toEqual([]);
    expect(notRead).toHaveLength(500);
  });
});

it('knows the abilities of the catalogue', () => {
  expect(ABILITY_NAMES).toEqual(source.abilities.map(({ name }) => name));
});

it('reads every name and form of the catalogue as itself, alone and with traits', () => {
  const wrong = catalogueSpellings().flatMap(({ name, form, spellings }) => {
    const known = form === 'Normal' ? name : `${name} (${form})`;
    const expected = [known, `${known} · Adamant · 31/0/31/31/31/31 · 500000 PD`];
    return spellings
      .map((text) => readText(`${text}\n\n${text} Adamant 31/0/31/31/31/31 500k`))
      .filter((found) => found.join() !== expected.join());
  });
  expect(wrong).toEqual([]);
});

it('reads every form as the site writes it', () => {
  const wrong = catalogueSpellings().flatMap(({ name, form }) => {
    const known = `${name} (${form})`;
    const found = readText(`${known}\n\n${known}\nModest Nature`);
    const expected = form === 'Normal' ? name : known;
    return found.join() === [expected, `${expected} · Modest · ${ASSUMED}`].join() ? [] : [[known, ...found]];
  });
  expect(wrong).toEqual([]);
});

describe('any text', () => {
  const line = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...EXPORT.split('\n'), ...TEXTS.flatMap(([, text]) => text.split('\n'))),
    },
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '',
      '---',
      '===',
      '|',
      ' @ ',
      '( ( (M)',
      'IVs:',
      'IVs: /',
      'Level: ',
      '- ',
      ':',
      'x Nature',
    ),
  );
  // What is read of a line first, so that the rest may be anything.
  const value = fc.constantFrom('2026-03-12', 'https://forum.example/t/7', 'yesterday,');
  const row = fc.tuple(value, line).map((cells) => cells.join(' '));
  const texts = fc
    .array(fc.oneof({ weight: 3, arbitrary: line }, row), { maxLength: 60 })
    .map((lines) => lines.join('\n'));

  it('gives valid input for the server and valid fields', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const names = namesOf(readSets(text, NOW));
        if (names.length > 0) expect(zIdentifyInput.safeParse({ pokemon: names }).error).toBeUndefined();
        for (const { fields } of read(text).sets) {
          expect(Object.values(fields.spread ?? {}).every((iv) => iv === null || (iv >= 0 && iv <= 31))).toBe(
            true,
          );
          expect(fields.nature === undefined || NATURE_NAMES.includes(fields.nature)).toBe(true);
        }
      }),
    );
  });

  it('of the greatest length is read, however repetitive', () => {
    for (const piece of [
      '(',
      ' @ ',
      'a-',
      '/1 Atk',
      '\n\nx',
      '===',
      '.',
      '1,',
      'http',
      ' Nature',
      '- \n',
      'é',
    ]) {
      const text = `IVs: ${piece.repeat(LIMITS.paste.length)}`.slice(0, LIMITS.paste.length);
      for (const one of [text, `Garchomp\n${text}`.slice(0, LIMITS.paste.length), text.slice(5)]) {
        looksLikeSets(one);
        read(one);
      }
    }
  });
});
