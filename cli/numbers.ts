import { InvalidArgumentError } from 'commander';
import { formatCount } from '../src/contract/shared/plural.ts';

/** A parser for commander: reads an option as a whole number, and refuses anything else. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = `${formatCount(min)} to ${formatCount(max)}`;
    throw new InvalidArgumentError(`It must be a whole number from ${range}.`);
  };
