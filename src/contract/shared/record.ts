/** A record with an entry for each item, of which `Object.fromEntries` would lose the keys. */
export const recordOf = <Item, Key extends string, Value>(
  items: readonly Item[],
  key: (item: Item) => Key,
  value: (item: Item) => Value,
): Record<Key, Value> =>
  // Safe as long as the items give every key of the union.
  Object.fromEntries(items.map((item) => [key(item), value(item)])) as Record<Key, Value>;

export const recordFor = <Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<Key, Value> => recordOf(keys, (key) => key, value);

/** The keys of an object that has no others than those of its type. */
export const keysOf = <Of extends object>(of: Of): (keyof Of & string)[] =>
  Object.keys(of) as (keyof Of & string)[];
