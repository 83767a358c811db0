/** Colours of the client (web/ui/tokens.css) that mails, cards and pages outside it share: in the light and the dark theme. */
export const THEME = {
  paper: ['#f5f4ee', '#101618'],
  surface: ['#fefdfa', '#171e21'],
  sunken: ['#eceae1', '#0b1012'],
  line: ['#dedbd0', '#2a3438'],
  'line-strong': ['#8a877b', '#6a777c'],
  ink: ['#191f22', '#ebe8e0'],
  'ink-soft': ['#454d51', '#bcbeb8'],
  'ink-faint': ['#5f6669', '#949c9b'],
  accent: ['#0c5a68', '#72cad6'],
  'accent-soft': ['#dcebec', '#17343a'],
  'on-accent': ['#ffffff', '#06242a'],
  approved: ['#17663a', '#83d4a0'],
  rejected: ['#a52a26', '#f5a098'],
  pending: ['#834700', '#f1b564'],
} as const;
