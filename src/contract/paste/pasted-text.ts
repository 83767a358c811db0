/** A line that only a set has: `Ability: Levitate`, `- Earthquake`, `Adamant Nature`, `Garchomp @ Leftovers`. */
const SET_LINE =
  /^\s*(?:(?:ability|trait|level|shiny|nature|[ei]vs|tera type|hidden power) *:|[-~] ?\S|[a-z]+ nature\s*$|===|\S[^\n]* @ \S)/im;

/** Whether a pasted text is meant as sets in Showdown's text format, and not as one value. */
export const looksLikeSets = (text: string): boolean => /\S\s*\n\s*\S/.test(text) && SET_LINE.test(text);
