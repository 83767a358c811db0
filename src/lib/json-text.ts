/** JSON in pieces, as text or in UTF-8. */
type JsonParts = readonly (string | Buffer)[];

/** A value as its JSON, which is sent without being parsed. */
export class JsonText<Value> {
  readonly parts: JsonParts;

  constructor(...parts: JsonParts) {
    this.parts = parts;
  }

  toJSON(): Value {
    return JSON.parse(bytesOf(this.parts).toString());
  }
}

/** A response whose `data` may be JSON already. */
export type WithText<Value> = {
  [Name in keyof Value]: Name extends 'data' ? Value[Name] | JsonText<Value[Name]> : Value[Name];
};

export const hasText = (value: unknown): value is { data: JsonText<unknown> } =>
  typeof value === 'object' && value !== null && 'data' in value && value.data instanceof JsonText;

/** The JSON of a value, or of a response that has some already. */
export function jsonOf(value: unknown): JsonParts {
  if (!hasText(value)) return [JSON.stringify(value)];
  const fields = Object.entries(value).flatMap(([name, field], index) => [
    `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    ...(field instanceof JsonText ? field.parts : [JSON.stringify(field)]),
  ]);
  return [...fields, '}'];
}

const isText = (part: string | Buffer) => typeof part === 'string';

/** The pieces in UTF-8, one after the other. */
export const bytesOf = (parts: JsonParts): Buffer =>
  parts.every(isText)
    ? Buffer.from(parts.join(''))
    : Buffer.concat(parts.map((part) => (isText(part) ? Buffer.from(part) : part)));
