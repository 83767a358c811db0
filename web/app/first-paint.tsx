import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { Brand } from '../ui/page/brand.tsx';
import { DEMO_NOTE, HeaderBar, MAIN } from '../ui/page/page-frame.tsx';
import { OPENINGS } from './openings.tsx';

const htmlOf = (opening: ReactNode, isDemo: boolean): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <div className="flex min-h-dvh flex-col">
        {isDemo && DEMO_NOTE}
        <HeaderBar>
          <Brand />
        </HeaderBar>
        <main className={MAIN}>{opening}</main>
      </div>
    </Router>,
  );

/** The HTML of every screen that is drawn before its scripts have loaded, for sites with real and with demo data. */
export const firstPaints = () =>
  Object.fromEntries(
    Object.entries(OPENINGS).map(([screen, opening]) => [
      screen,
      { real: htmlOf(opening, false), demo: htmlOf(opening, true) },
    ]),
  );
