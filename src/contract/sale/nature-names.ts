/** All 25 natures in the games' order: by the stat that they raise, and then by the one that they lower. */
export const NATURE_NAMES: readonly string[] = (
  'Hardy Lonely Brave Adamant Naughty Bold Docile Relaxed Impish Lax Timid Hasty Serious Jolly Naive ' +
  'Modest Mild Quiet Bashful Rash Calm Gentle Sassy Careful Quirky'
).split(' ');
