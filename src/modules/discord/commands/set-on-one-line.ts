const LABEL =
  '(?:Ability|Trait|Level|Shiny|Nature|EVs|IVs|Happiness|Pokeball|Tera Type|Hidden Power|Dynamax Level|Gigantamax) ?:';
const IS_SET = new RegExp(` ${LABEL}`);
/** A space before what begins a line of a set. */
const BREAK = new RegExp(` +(?=${LABEL}|[A-Z][a-z]+ Nature(?: |$)|- [A-Z])`, 'g');

/**
 * A pasted set with its line breaks, which some of Discord's clients replace by spaces in options of commands. Any other
 * text is not changed.
 */
export const withLineBreaks = (text: string): string =>
  IS_SET.test(text) && !text.includes('\n') ? text.replace(BREAK, '\n') : text;
