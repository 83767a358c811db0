import { escapeHtml as html, htmlPage } from '../../lib/html.ts';

/** The parts of a JSON schema that the page shows. */
interface DocSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  description?: string;
  required?: string[];
  properties?: Record<string, DocSchema>;
  items?: DocSchema;
  anyOf?: DocSchema[];
  oneOf?: DocSchema[];
}

type Content = { content?: Record<string, { schema?: DocSchema }> };

interface DocOperation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: DocSchema; description?: string }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

export interface DocDocument {
  info: { title: string; description?: string };
  servers?: { url: string }[];
  paths?: Record<string, Record<string, DocOperation>>;
}

interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  note: string;
}

/** Deeper fields are left out: the document has them. */
const MAX_DEPTH = 4;

const range = (from: number | undefined, to: number | undefined): string => {
  if (from === undefined) return to === undefined ? '' : `at most ${to}`;
  return to === undefined ? `at least ${from}` : `${from} to ${to}`;
};

const alternatives = ({ anyOf, oneOf }: DocSchema): DocSchema[] => anyOf ?? oneOf ?? [];

/** Such as `integer, 1 to 100`, `pending | approved` or `string or null`. */
function typeOf(schema: DocSchema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const either = alternatives(schema);
  if (either.length) return [...new Set(either.map(typeOf))].join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const length = range(schema.minLength, schema.maxLength);
  const limits = [schema.format, range(schema.minimum, schema.maximum), length && `${length} characters`];
  return [type, ...limits.filter(Boolean)].join(', ');
}

const withDefault = (schema: DocSchema): string =>
  schema.default === undefined ? typeOf(schema) : `${typeOf(schema)}; default ${String(schema.default)}`;

/** A text of the document, with code in backticks. */
const prose = (text: string): string => html(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The id of the part with a heading. */
const idOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

/** A paragraph, a list or code of the description. */
function blockHtml(text: string): string {
  if (text.startsWith('```'))
    return `<pre><code>${text.split('\n').slice(1, -1).map(html).join('\n')}</code></pre>`;
  if (!text.startsWith('- ')) return `<p>${prose(text)}</p>`;
  return `<ul>${text
    .split('\n')
    .map((line) => `<li>${prose(line.slice('- '.length))}</li>`)
    .join('')}</ul>`;
}

/** The first paragraph of a description, and its parts below headings. */
function guideOf(description: string): { about: string; parts: { heading: string; body: string }[] } {
  const [about = '', ...parts] = description.split(/^## /m);
  return {
    about: blockHtml(about.trim()),
    parts: parts.map((part) => {
      const [heading = '', ...blocks] = part.trim().split('\n\n');
      return { heading, body: blocks.map(blockHtml).join('\n') };
    }),
  };
}

/** The fields of an object, of the objects of a list, and of the objects in them: `data[].price`. */
function fieldsOf(schema: DocSchema, prefix = '', depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
  if (schema.items) return fieldsOf(schema.items, `${prefix}[]`, depth);
  const inner = alternatives(schema).flatMap((each) => fieldsOf(each, prefix, depth));
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const isRequired = schema.required?.includes(key) ?? false;
    const field = { name, type: withDefault(value), isRequired, note: value.description ?? '' };
    return [field, ...fieldsOf(value, name, depth + 1)];
  });
  const fields = [...own, ...inner];
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

const json = (content: Content | undefined): DocSchema | undefined =>
  content?.content?.['application/json']?.schema;

function table(title: string, fields: readonly Field[]): string {
  if (!fields.length) return '';
  const rows = fields.map(
    ({ name, type, isRequired, note }) =>
      `<tr><th scope="row"><code>${html(name)}</code>${isRequired ? ' <span class="required">required</span>' : ''}</th>` +
      `<td>${html(type)}${note ? `<br>${prose(note)}` : ''}</td></tr>`,
  );
  return `<h3>${html(title)}</h3><div class="scroll"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

function parametersOf({ parameters = [] }: DocOperation, where: string): Field[] {
  return parameters
    .filter((parameter) => parameter.in === where)
    .map(({ name, required = false, schema = {}, description }) => ({
      name,
      type: withDefault(schema),
      isRequired: required,
      note: description ?? schema.description ?? '',
    }));
}

/** Nobody needs to send the fields of a response. */
const withoutMarks = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({ ...field, isRequired: false }));

function tokenOf({ security = [] }: DocOperation): string {
  const [scheme] = security;
  if (!scheme || Object.keys(scheme).length === 0) return 'Needs no session.';
  return 'bearer' in scheme ? 'Needs a session.' : 'Needs the header <code>Authorization: Pending …</code>.';
}

const MEANINGS: Record<string, string> = { default: 'other errors' };

function operationHtml(method: string, path: string, operation: DocOperation): string {
  const { operationId = '', summary = '', responses = {} } = operation;
  const response = json(responses['200']);
  const statuses = Object.keys(responses).map((status) => MEANINGS[status] ?? status);
  return `<details id="${html(operationId)}"><summary><span class="method ${html(method)}">${html(method)}</span>
<code>${html(path).replaceAll('/', '/<wbr>')}</code><span class="about">${prose(summary)}</span></summary>
<p>${tokenOf(operation)} Statuses: ${html(statuses.join(', '))}.
<a href="#${html(operationId)}">Link to this call</a></p>
${table('In the headers', parametersOf(operation, 'header'))}
${table('In the path', parametersOf(operation, 'path'))}
${table('In the query', parametersOf(operation, 'query'))}
${table('In the body', fieldsOf(json(operation.requestBody) ?? {}))}
${table('In the response', withoutMarks(fieldsOf(response ?? {})))}</details>`;
}

/** A static page of all calls of an OpenAPI document, without scripts. */
export function docsPage({ info, paths = {}, servers = [] }: DocDocument): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const [tag = 'other'] = operation.tags ?? [];
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  const tags = [...byTag.keys()];
  const { about, parts } = guideOf(info.description ?? '');
  const calls = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId = '' }]) => [
        `<code>${html(`${method.toUpperCase()} ${path}`)}</code>`,
        operationId,
      ]),
    ),
  );
  const guide = parts
    .map(({ heading, body }) => `<section id="${idOf(heading)}"><h2>${html(heading)}</h2>${body}</section>`)
    .join('\n')
    .replace(/<code>[A-Z]+ [^<]*<\/code>/g, (call) => {
      const id = calls.get(call);
      return id === undefined ? call : `<a href="#${html(id)}">${call}</a>`;
    });
  return htmlPage({
    title: `${info.title} API`,
    style: 'docs/style.css',
    head: '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    body: `<header><h1>${html(info.title)} API</h1>
${about}
<p>All paths start with <code>${html(servers[0]?.url ?? '')}</code>. For programs: <a href="openapi.json">openapi.json</a>.
<a href="/">Back to the site</a></p>
<nav aria-label="Guide">${parts.map(({ heading }) => `<a href="#${idOf(heading)}">${html(heading)}</a>`).join(' ')}</nav></header>
<main>${guide}
<h2>Calls</h2>
<nav aria-label="Calls">${tags.map((tag) => `<a href="#${html(tag)}">${html(tag)}</a>`).join(' ')}</nav>
${tags.map((tag) => `<section id="${html(tag)}"><h2>${html(tag)}</h2>${byTag.get(tag)?.join('') ?? ''}</section>`).join('')}</main>`,
  });
}
