import { expect, it } from 'vitest';
import { splitShiny } from './forms.ts';

it.each([
  ['Normal', 'Normal', false],
  [' Alola ', 'Alola', false],
  ['Shiny', 'Normal', true],
  ['shiny', 'Normal', true],
  ['Shiny Alola', 'Alola', true],
  ['SHINY-Alola', 'Alola', true],
  ['Shiny  Pom-Pom', 'Pom-Pom', true],
  ['Shinyfish', 'Shinyfish', false],
  ['Not Shiny', 'Not Shiny', false],
])('%s is form %s with shiny %s', (text, form, shiny) => {
  expect(splitShiny(text)).toEqual({ form, shiny });
});
