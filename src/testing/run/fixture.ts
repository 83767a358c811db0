import { afterAll, beforeAll } from 'vitest';

/** The names of the methods without parameters. */
type Closing<T, Key extends keyof T & string = keyof T & string> = {
  [K in Key]: T[K] extends () => unknown ? K : never;
}[Key];

/**
 * Something that all tests of a file share, or those of a `describe`. It exists only while they run: it is made before
 * them, after the fixtures above it, and closed after them, before the fixtures above it.
 *
 * @param close what closes it: the name of its method, or a function
 */
export function fixture<T extends object>(
  make: () => T | Promise<T>,
  close?: Closing<T> | ((made: T) => unknown),
): T {
  let made: T | undefined;
  const fromMade = (key: PropertyKey): unknown => {
    const value: unknown = Reflect.get(made as T, key);
    return typeof value === 'function' ? value.bind(made) : value;
  };
  const closer = typeof close === 'function' ? close : close && (() => (fromMade(close) as () => unknown)());

  beforeAll(async () => {
    made = await make();
  });
  afterAll(async () => {
    if (made) await closer?.(made);
  });
  return new Proxy({} as T, {
    get: (_target, key) => fromMade(key),
    // For `{ ...fixture }`.
    ownKeys: () => Reflect.ownKeys(made as T),
    getOwnPropertyDescriptor: (_target, key) => {
      const property = Reflect.getOwnPropertyDescriptor(made as T, key);
      return property && { ...property, configurable: true };
    },
  });
}
