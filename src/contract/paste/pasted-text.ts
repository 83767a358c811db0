/** A line that only a set has: `Ability: Levitate`, `- Earthquake`, `Adamant Nature`, `Garchomp @ Leftovers`. */
const SET_LINE =
  /^(?:(?:ability|trait|level|shiny|nature|[ei]vs|tera type|hidden power) *:|[-~] ?\S|[a-z]+ nature$|===|\S.* @ \S)/i;

/** Whether a pasted text is meant as sets in Showdown's text format, and not as one value. */
export function looksLikeSets(text: string): boolean {
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.some((line) => SET_LINE.test(line.trim()));
}
