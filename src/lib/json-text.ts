/** A value as its JSON text, which is sent without being parsed. */
export class JsonText<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): Value {
    return JSON.parse(this.text);
  }
}

/** A response whose `data` may be a JSON text already. */
export type WithText<Value> = {
  [Name in keyof Value]: Name extends 'data' ? Value[Name] | JsonText<Value[Name]> : Value[Name];
};

export const hasText = (value: unknown): value is { data: JsonText<unknown> } =>
  typeof value === 'object' && value !== null && 'data' in value && value.data instanceof JsonText;

/** The JSON text of a value, or of a response with a text. */
export function jsonOf(value: unknown): string {
  if (!hasText(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => {
    const text = field instanceof JsonText ? field.text : JSON.stringify(field);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${fields.join()}}`;
}
