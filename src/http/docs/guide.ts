import { ABOUT } from '../../contract/query/field-words.ts';
import { ALL_FIELDS, FLAG_VERBS, OPERATORS } from '../../contract/query/fields.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { formatNumber } from '../../contract/shared/plural.ts';

const { reads, calls, list, query } = LIMITS;

const code = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ');

/** The fields of the query language, by their operators. */
const FIELDS = [...Map.groupBy(ALL_FIELDS, ({ type, verb }) => (verb ? null : OPERATORS[type].join()))].map(
  ([operators, fields]) =>
    operators === null
      ? `- ${code(fields.flatMap(({ name, verb }) => (verb ? [`${verb} ${name}`, `${verb} ${FLAG_VERBS[verb]} ${name}`] : [])))}`
      : `- With ${code(operators.split(','))}: ${fields.map(({ name }) => `\`${name}\` (${ABOUT[name]})`).join(', ')}`,
);

const SECTIONS: Record<string, readonly string[]> = {
  Start: [
    'The latest sales that match, as anyone may read them. Here and below, `$api` is the URL of the site and `/api`:',
    '```\ncurl -s "$api/pokemon?pokemon_name=Garchomp&exact=true&nature=Adamant&limit=5"\n```',
    `Lists take \`page\`, from 1, and \`limit\`, ${list.default} by default and at most ${list.max}; they return \`data\` and \`pagination\`. Prices are whole numbers, days \`YYYY-MM-DD\`, times ISO 8601 in UTC. An unknown or repeated parameter is an error. Ignore unknown fields of a response: later versions may add some.`,
  ],
  Authentication: [
    'Public sales need none. For other calls, log in with `POST /auth/login`, and send the token of the response with each call:',
    '```\ntoken=$(curl -s $api/auth/login -H \'Content-Type: application/json\' \\\n  -d \'{"username":"ash","password":"…"}\' | jq -r .token)\ncurl -s $api/submissions -H "Authorization: Bearer $token"\n```',
    'An account with a second factor gets `requires2FA` and a `pendingToken` instead: send the code with `POST /auth/verify-2fa`, or already with the login in the header `X-TOTP-Token`. 401 means that there is no valid session, 403 that the role is not sufficient, and 428 that the call needs `POST /auth/confirm` first.',
  ],
  'Query language': [
    'Lists and price histories take a condition in `query`, in addition to their other filters: terms `field operator value`, joined by `AND`, `OR` and `NOT`, with brackets. Case does not count.',
    '```\npokemon = Garchomp AND nature IN (Adamant, Jolly) AND perfect_ivs >= 5 AND date > today-90d\n(item LIKE %incense OR item = "Rock and Roll") AND price < 1.5m AND has proof\n```',
    FIELDS.join('\n'),
    `After \`LIKE\`, \`%\` matches any text. Prices may be written \`1.5m\` or \`10k\`, days also \`today\` or \`today-90d\` (\`d\`, \`w\`, \`m\`, \`y\`). Quote a value that contains AND, OR or a bracket. A query has at most ${formatNumber(query.length)} characters. The error of an invalid one says where it is and what was probably meant; a term without effect is listed in \`ignored\`.`,
  ],
  Errors: [
    '```\n{ "error": "a sentence for people", "code": "CONFLICT", "reason": "STALE_VERSION",\n  "details": ["one per invalid field"], "fields": { "price": "the same" }, "request_id": "…" }\n```',
    '`error` may change; programs use `code`, which follows from the status, and `reason`. `reason`, `details` and `fields` are there where more can be said. Each response has the id of its request in `X-Request-Id`.',
  ],
  Limits: [
    `An address may make ${reads.perMinute / 60} calls a second without a session, and ${reads.burst} more in a minute; an account ${calls.user.perMinute / 60}, and ${calls.user.burst} more; the operator may have set other limits. Beyond them, the response is 429, with the seconds to wait in \`Retry-After\`.`,
  ],
  Caching: [
    'Public reads without a session have an `ETag`. Sent as `If-None-Match`, it saves the body: the response is 304 if nothing has changed. The call counts all the same.',
    '```\ncurl -s "$api/items?sort=date_approved&limit=100" --etag-save tag --etag-compare tag\n```',
  ],
  'Repeating calls': [
    'A submission with an `Idempotency-Key` returns its first response when it is repeated. A change of a sale takes the `version` that the caller saw, and is refused once the sale has another one. But a repeat by the same account, with the same `version`, changes nothing and gets the same response unless others have changed the sale: send the call again if the first response is lost.',
  ],
};

/** What holds for all calls, in Markdown: headings, paragraphs, lists, and code in backticks. */
export const GUIDE: string = [
  'Completed sales of items and pokemon, with a link to the proof where there is one.',
  ...Object.entries(SECTIONS).flatMap(([title, texts]) => [`## ${title}`, ...texts]),
].join('\n\n');
