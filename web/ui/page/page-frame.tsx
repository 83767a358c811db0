import type { ReactNode } from 'react';

/** The bar at the top of every page. As high as its buttons on phones, also before they are drawn. */
export const HeaderBar = ({ children }: { children: ReactNode }) => (
  <header className="border-b border-line bg-surface print:hidden">
    <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-2 px-4 py-1.5 lg:h-14 lg:gap-x-6 lg:py-0 lg:flex-nowrap md:px-6">
      {children}
    </div>
  </header>
);

/** The main part of every page. As high as the screen, so that the footer does not move while the content loads. */
export const MAIN = 'mx-auto min-h-dvh print:min-h-0 w-full max-w-page flex-1 px-4 py-6 md:px-6 md:py-8';

export const DEMO_NOTE = (
  <aside
    aria-label="Demo data"
    className="bg-pending-soft px-4 py-2 text-center text-sm font-medium text-balance text-pending"
  >
    Demo data: the sales on this site are generated. They are not real.
  </aside>
);
