import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { SalesWaiting } from '../features/market/sales-waiting.tsx';
import { Brand } from '../ui/page/brand.tsx';
import { DEMO_NOTE, HeaderBar, MAIN } from '../ui/page/page-frame.tsx';
import { Skeleton } from '../ui/states/states.tsx';
import { OPENINGS } from './openings.tsx';

/** Below the openings that are all there is for long: the search of Market History and the first sales. */
const SKELETONS: Readonly<Partial<Record<string, ReactNode>>> = {
  market: (
    <>
      <Skeleton className="h-12 max-w-3xl rounded-md! xl:max-w-160" />
      <div className="pt-36 md:pt-40 xl:pt-27">
        <SalesWaiting />
      </div>
    </>
  ),
};

const htmlOf = (screen: string, opening: ReactNode, isDemo: boolean): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <div className="flex min-h-dvh flex-col">
        {isDemo && DEMO_NOTE}
        <HeaderBar>
          <Brand />
        </HeaderBar>
        <main className={MAIN}>
          {opening}
          {SKELETONS[screen]}
        </main>
      </div>
    </Router>,
  );

/** The HTML of every screen that is drawn before its scripts have loaded, for sites with real and with demo data. */
export const firstPaints = () =>
  Object.fromEntries(
    Object.entries(OPENINGS).map(([screen, opening]) => [
      screen,
      { real: htmlOf(screen, opening, false), demo: htmlOf(screen, opening, true) },
    ]),
  );
