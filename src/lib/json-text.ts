/** A value as its JSON text, which is sent without being parsed. */
export class JsonText<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The value itself. */
  toJSON(): Value {
    return JSON.parse(this.text);
  }
}

/** The JSON text of a value, which may be one already. */
export const jsonOf = (value: unknown): string =>
  value instanceof JsonText ? value.text : JSON.stringify(value);
