import { describe, expect, it } from 'vitest';
import type { TraitFigures } from '../../../../src/contract/market/trait-worth.ts';
import {
  chanceSummary,
  differenceText,
  halfSummary,
  otherLabel,
  pairsSummary,
  traitLabel,
} from './trait-worth-summary.ts';

const SPEED: TraitFigures = {
  trait: 'speed_iv',
  value: '31',
  other: 'less',
  pairs: 14,
  dearer: 12,
  cheaper: 2,
  half_from: 0.15,
  half_to: 0.7,
  differences: [],
  p_value: 0.0129,
  claim: 'dearer',
};

describe('a sentence about a trait', () => {
  it.each<[string, Partial<TraitFigures>]>([
    ['14 pairs, dearer in 12 of them; at least half of the differences are between +15% and +70%.', {}],
    [
      '14 pairs, cheaper in 11 of them; at least half of the differences are between −40% and −5%.',
      { dearer: 3, cheaper: 11, half_from: -0.4, half_to: -0.05, claim: 'cheaper' },
    ],
    [
      '14 pairs, dearer in 12 of them; at least half of the differences are +15%.',
      { half_from: 0.149, half_to: 0.151 },
    ],
    ['Higher price in 12 of 14 pairs, lower in 2; this may be chance.', { claim: null }],
    [
      'Higher price in none of 14 pairs, lower in 13; this may be chance.',
      { dearer: 0, cheaper: 13, claim: null },
    ],
    ['Lower price in all 14 pairs; this may be chance.', { dearer: 0, cheaper: 14, claim: null }],
    ['Higher price in all 14 pairs; this may be chance.', { dearer: 14, cheaper: 0, claim: null }],
    ['1,014 pairs, all at equal prices.', { pairs: 1_014, dearer: 0, cheaper: 0, claim: null }],
  ])('is %j', (sentence, figures) => {
    expect(pairsSummary({ ...SPEED, ...figures })).toBe(sentence);
  });

  it.each<[string, string, Pick<TraitFigures, 'trait' | 'value' | 'other'>]>([
    ['Speed 31', 'less', SPEED],
    ['Special Attack 31', 'less', { ...SPEED, trait: 'spatk_iv' }],
    ['Shiny', 'not shiny', { trait: 'is_shiny', value: 'true', other: 'false' }],
    ['Jolly', 'another nature', { trait: 'nature', value: 'Jolly', other: null }],
    ['Neutral (Docile)', 'Neutral (Hardy)', { trait: 'nature', value: 'Docile', other: 'Hardy' }],
    ['Rough Skin', 'Sand Veil', { trait: 'ability', value: 'Rough Skin', other: 'Sand Veil' }],
    ['Wash', 'another form', { trait: 'form', value: 'Wash', other: null }],
  ])('is about %s rather than %s', (label, other, compared) => {
    expect([traitLabel(compared), otherLabel(compared)]).toEqual([label, other]);
  });

  it.each([
    ['+15% to +70%', {}],
    ['+15%', { half_from: 0.149, half_to: 0.151 }],
    ['−40% to +5%', { half_from: -0.4, half_to: 0.05, claim: null }],
  ])('has a middle half of %s', (ends, figures) => {
    expect(halfSummary({ ...SPEED, ...figures })).toBe(`Middle half of the differences: ${ends}.`);
  });

  it.each([
    ['less than 0.1', 0.0004],
    ['1.3', 0.0129],
    ['38', 0.3771],
    ['100', 1],
  ])('is true by chance in %s %% of cases', (number, p_value) => {
    expect(chanceSummary({ ...SPEED, p_value })).toBe(
      `Chance alone is at least this uneven in ${number}% of cases.`,
    );
  });

  it.each([
    ['±0%', 0],
    ['+0.4%', 0.004],
    ['±0%', -0.0004],
    ['−1%', -0.0096],
    ['+1,150%', 11.5],
    ['−99%', -0.9999],
  ])('has the difference %s', (text, difference) => {
    expect(differenceText(difference)).toBe(text);
  });
});
