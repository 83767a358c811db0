import { type ReactNode, useRef } from 'react';
import { DEMO_META } from '../../src/contract/market/page-meta.ts';
import { useSession } from '../lib/server/session.tsx';
import { useArrival } from '../ui/hooks/use-arrival.ts';
import { DEMO_NOTE, MAIN } from '../ui/page/page-frame.tsx';
import { SkipLinks } from '../ui/page/skip-link.tsx';
import { latePart, Nothing } from '../ui/states/late-part.tsx';
import { Header } from './header.tsx';

/** Below the screen, so that it is not awaited. */
const Footer = latePart(() => import('./footer.tsx'), { Missing: Nothing });
const MissingFactorNotice = latePart(() => import('./missing-factor-notice.tsx'), { Missing: Nothing });

export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useArrival(main);
  const { missingFactor } = useSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLinks />
      <DemoBanner />
      <Header />
      {missingFactor && missingFactor.daysLeft > 0 && (
        <MissingFactorNotice daysLeft={missingFactor.daysLeft} />
      )}
      <main ref={main} id="content" tabIndex={-1} className={MAIN}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

/** Set by the server in the document, so that the banner does not move the page when it appears. */
const IS_DEMO = document.querySelector(`meta[name="${DEMO_META}"]`) !== null;

/** Says on every screen of a site with generated sales that they are not real. */
export const DemoBanner = () => IS_DEMO && DEMO_NOTE;
