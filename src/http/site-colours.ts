/**
 * The colours of the site's themes (web/ui/tokens.css) as the start of the stylesheet of a page that is not part of the
 * client.
 */
export const SITE_COLOURS = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f5f4ee, #101618);
  --surface: light-dark(#fefdfa, #171e21);
  --sunken: light-dark(#eceae1, #0b1012);
  --line: light-dark(#dedbd0, #2a3438);
  --line-strong: light-dark(#8a877b, #6a777c);
  --ink: light-dark(#191f22, #ebe8e0);
  --ink-soft: light-dark(#454d51, #bcbeb8);
  --ink-faint: light-dark(#5f6669, #949c9b);
  --accent: light-dark(#0c5a68, #72cad6);
  --accent-soft: light-dark(#dcebec, #17343a);
  --approved: light-dark(#17663a, #83d4a0);
  --rejected: light-dark(#a52a26, #f5a098);
  --pending: light-dark(#834700, #f1b564);
}
`;
