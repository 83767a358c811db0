import { checkSubject, pagePath } from '../../../contract/cards/card-paths.ts';
import { answerSummary, positionSummary } from '../../../contract/market/answer-summary.ts';
import { activeFilters, filterTitle } from '../../../contract/market/filter-labels.ts';
import type { MarketFilters } from '../../../contract/market/market-search-params.ts';
import {
  checkOf,
  checkOfSet,
  describedBy,
  filtersBesidesCheck,
  type NamedCheck,
  type PriceCheck,
  printChecks,
  titleFilters,
} from '../../../contract/market/price-check-search-params.ts';
import { namedSets, namesOf } from '../../../contract/paste/named-sets.ts';
import { notesOfChecks } from '../../../contract/paste/paste-notes.ts';
import { looksLikeSets } from '../../../contract/paste/pasted-text.ts';
import { readSets } from '../../../contract/paste/read-sets.ts';
import { SET_LABELS } from '../../../contract/paste/set-lines.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { isEmptySpread, spreadText } from '../../../contract/sale/spreads.ts';
import { PATHS } from '../../../contract/shared/paths.ts';
import { identify } from '../../catalogue/pokemon.resolver.ts';
import { similarToDescribed } from '../../market/similar/similar.queries.ts';
import { sharedCardUrl } from '../../pages/shared-card.presenter.ts';
import { askedSales, type CommandDeps } from './asked-sales.ts';
import {
  didYouMean,
  notCompared,
  notUnderstood,
  onlyFirst,
  TEXTS,
  tooManyLines,
  unparsedLines,
  unparsedSentence,
} from './command-texts.ts';
import { notice, type Reply, type ReplyPart } from './reply.ts';

const SET_LABEL = `(?:${[...SET_LABELS, 'Nature'].join('|')}) ?:`;
const IS_SET = new RegExp(` ${SET_LABEL}`);
/** A space before what begins a line of a set. */
const SET_BREAK = new RegExp(` +(?=${SET_LABEL}|[A-Z][a-z]+ Nature(?: |$)|- [A-Z])`, 'g');

/**
 * A pasted set with its line breaks, which some of Discord's clients replace by spaces in options of commands. Any other
 * text is not changed.
 */
const withLineBreaks = (text: string): string =>
  IS_SET.test(text) && !text.includes('\n') ? text.replace(SET_BREAK, '\n') : text;

/** Sets whose price is checked in one reply: their texts share the length of one message. */
const MAX_CHECKED = 5;

/** Lines that are read of a text, so that reading one takes the web process less than a tenth of a second. */
const MAX_LINES = 100;

interface Check extends NamedCheck {
  kind: SaleKind;
}

/** `Shiny Adamant Garchomp, ability Rough Skin, IVs 31/31/31/x/31/31` */
function titleOf({ kind, name, check }: Check): string {
  const { spread } = check;
  const title = filterTitle(kind, titleFilters(kind, name, check));
  return isEmptySpread(spread) ? title : `${title}, IVs ${spreadText(spread)}`;
}

/** What sales like it went for, in the sentences of the site. */
async function partOf({ market, config }: CommandDeps, checked: Check): Promise<ReplyPart> {
  const { kind, name, check } = checked;
  const { answer, position, data } = await similarToDescribed(market, {
    ...describedBy(kind, name, check),
    limit: 1,
  });
  const { exact, similar } = answerSummary(answer);
  const compared = positionSummary(position);
  const sentences = [`**${exact}**`, ...(similar === null ? [] : [similar]), ...(compared ? [compared] : [])];
  const subject = checkSubject(kind, name, check);
  return {
    title: titleOf(checked),
    lines: data.length === 0 ? [TEXTS.noSalesOfName] : sentences,
    url: `${config.publicUrl}${pagePath(subject)}`,
    image: sharedCardUrl(config.publicUrl, subject, sentences),
  };
}

async function setsReply(deps: CommandDeps, text: string): Promise<Reply> {
  if (text.split('\n').length > MAX_LINES) {
    const url = `${deps.config.publicUrl}${PATHS.priceCheck}`;
    return { ...notice(tooManyLines(MAX_LINES)), links: [{ label: TEXTS.showCheck, url }] };
  }
  const pasted = readSets(text, deps.market.clock.now());
  const names = namesOf(pasted);
  const named = namedSets(pasted, names.length > 0 ? await identify(deps, names) : []);
  const { title, notes, notRead } = notesOfChecks(named);
  const known = named.sets.filter(({ isKnown }) => isKnown);
  const checks = known.map((set): Check => ({ kind: 'pokemon', name: set.name, check: checkOfSet(set) }));
  const [first, ...others] = await Promise.all(
    checks.slice(0, MAX_CHECKED).map((check) => partOf(deps, check)),
  );
  if (!first) return notice([title, ...notRead.map(unparsedSentence)].join(' '));
  const unparsed = [...notes, ...unparsedLines(notRead)];
  if (others.length === 0)
    return publicReply('pokemon', [{ ...first, lines: [...first.lines, ...unparsed] }]);
  const more = checks.length > MAX_CHECKED ? [onlyFirst(MAX_CHECKED, checks.length)] : [];
  const url = `${deps.config.publicUrl}${PATHS.priceCheck}${printChecks(checks)}`;
  return publicReply('pokemon', [
    first,
    ...others,
    { title, lines: [...more, ...unparsed, TEXTS.onOnePage], url },
  ]);
}

const publicReply = (kind: SaleKind, parts: readonly ReplyPart[]): Reply => ({
  parts,
  links: parts.slice(-1).map(({ url }) => ({ label: TEXTS.showCheck, url })),
  isPublic: true,
  kind,
});

/** What a price check uses of filters, and the labels of the others. */
function checkOfFilters(filters: MarketFilters): { check: PriceCheck; unused: string[] } {
  const unused = activeFilters(filtersBesidesCheck(filters)).map(({ label }) => label);
  return { check: checkOf(filters), unused };
}

async function searchReply(deps: CommandDeps, text: string): Promise<Reply> {
  const { kind, filters, question, notRead, otherNames } = await askedSales(deps.market, text);
  if (!question) return notice([TEXTS.nameOne, didYouMean(otherNames)].filter(Boolean).join(' '));
  const { check, unused } = checkOfFilters(filters);
  const part = await partOf(deps, { kind, name: question.subject.name, check });
  const notes = [notCompared(unused), notUnderstood(notRead)].filter((line) => line !== null);
  return publicReply(kind, [{ ...part, lines: [...part.lines, ...notes] }]);
}

/**
 * `/check`: what similar sales went for, and what could not be read.
 *
 * @param text sets in Showdown's text format, or a search for one name
 * @throws DomainError invalid with a sentence for the user
 */
export async function checkReply(deps: CommandDeps, text: string): Promise<Reply> {
  const lines = withLineBreaks(text);
  return looksLikeSets(lines) ? setsReply(deps, lines) : searchReply(deps, text);
}
