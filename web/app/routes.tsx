import { type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { type Action, can } from '../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { keysOf } from '../../src/contract/shared/record.ts';
import MarketScreen from '../features/market/market-screen.tsx';
import { withNext } from '../lib/next-path.ts';
import { PATHS, SCREEN_TITLES, type ScreenName } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Loading } from '../ui/page/loading.tsx';
import { latePart } from '../ui/states/late-part.tsx';
import { ErrorBoundary, forgetMissingScript, MissingScript } from './error-boundary.tsx';
import { DemoBanner, Layout } from './layout.tsx';
import { OPENINGS } from './openings.tsx';

/** Shows the error boundary in place of a screen whose script could not be loaded. */
function Unavailable(): never {
  throw new MissingScript();
}

function lateScreen(load: () => Promise<{ default: ComponentType }>, Waiting: ComponentType = Loading) {
  const loadScreen = async () => {
    const screen = await load();
    forgetMissingScript();
    return screen;
  };
  return latePart(loadScreen, { Waiting, Missing: Unavailable });
}

const LoadingAlone = () => <Loading fullScreen />;

const loadNameScreen = () => import('../features/market/name-page/name-screen.tsx');
const loadSaleScreen = () => import('../features/market/sale-page/sale-screen.tsx');

/** Loads what readers open next most often. When that fails, it is loaded when it is opened. */
const loadNext = () =>
  void Promise.allSettled([
    loadNameScreen(),
    loadSaleScreen(),
    import('../features/market/list/open-row-content.tsx'),
  ]);

const NameScreen = lateScreen(loadNameScreen);
const NotFound = lateScreen(() => import('./not-found.tsx'));
const Denied = latePart(() => import('./denied.tsx'), { Waiting: () => <Loading />, Missing: Unavailable });
/** Development only: the build drops it. */
const UiPage = import.meta.env.DEV ? lateScreen(() => import('../dev/ui-page.tsx')) : null;

interface ScreenProps {
  Screen: ComponentType;
}

/** A screen without the common layout, which replaces it if its script cannot be loaded. */
function WithoutLayout({ Screen }: ScreenProps) {
  const [path] = useLocation();
  return (
    <ErrorBoundary wrapper={Layout} resetKey={path}>
      <div className="flex min-h-dvh flex-col">
        <DemoBanner />
        <Screen />
      </div>
    </ErrorBoundary>
  );
}

interface GuardProps {
  action: Action;
  deniedMessage?: string;
  /** Shown at first while the session is restored: after 200 ms, Loading covers the page. */
  opening: ReactNode;
  children: ReactNode;
}

/**
 * Shows a screen only to users who may perform its action. It waits while the session is restored, sends signed-out
 * visitors to the sign-in screen and back, and shows other users an error (docs/screens.md).
 */
function Guard({ action, deniedMessage = MESSAGES.accessDenied, opening, children }: GuardProps) {
  const { status, user, missingFactor, end } = useSession();
  if (status === 'restoring')
    return (
      <>
        {opening}
        <div className="appear-late fixed inset-0 z-50 bg-paper">
          <Loading fullScreen />
        </div>
      </>
    );
  if (status === 'out') {
    // Reads `location`, because the router returns a decoded path that may not survive the round trip.
    const login = withNext(PATHS.login, `${location.pathname}${location.search}`);
    return <Redirect to={login} state={end} replace />;
  }
  if (can(user, action)) return children;
  const needsFactor = Boolean(user && missingFactor && can({ ...user, role: missingFactor.role }, action));
  return <Denied message={deniedMessage} needsFactor={needsFactor} />;
}

interface InLayoutProps extends ScreenProps {
  opening?: ReactNode;
  /** Who may open it; without it, everyone. */
  guard?: Pick<GuardProps, 'action' | 'deniedMessage'>;
}

/** A screen inside the common layout, which stays visible while the screen's script loads, and if it fails to. */
function InLayout({ Screen, opening = <Loading />, guard }: InLayoutProps) {
  const [path] = useLocation();
  return (
    <Layout>
      <ErrorBoundary resetKey={path}>
        {guard ? (
          <Guard {...guard} opening={opening}>
            <Screen />
          </Guard>
        ) : (
          <Screen />
        )}
      </ErrorBoundary>
    </Layout>
  );
}

type Load = Parameters<typeof lateScreen>[0];

const alone = (load: Load) => <WithoutLayout Screen={lateScreen(load, LoadingAlone)} />;

const inLayout = (load: Load, guard?: InLayoutProps['guard'], opening?: ReactNode) => (
  <InLayout Screen={lateScreen(load, opening ? () => opening : Loading)} {...{ guard, opening }} />
);

const OWN = { action: 'account.own' } as const;

/** Every screen and who may open it (docs/screens.md). */
const SCREENS: Readonly<Record<ScreenName, ReactNode>> = {
  login: alone(() => import('../features/login/login-screen.tsx')),
  register: alone(() => import('../features/register/register-screen.tsx')),
  forgotPassword: alone(() => import('../features/forgot-password/forgot-password-screen.tsx')),
  resetPassword: alone(() => import('../features/reset-password/reset-password-screen.tsx')),
  confirmAddress: alone(() => import('../features/confirm-address/confirm-address-screen.tsx')),
  dashboard: <Redirect to={PATHS.market} replace />,
  showcase: <Redirect to={PATHS.market} replace />,
  market: <InLayout Screen={MarketScreen} />,
  item: <InLayout Screen={NameScreen} />,
  pokemon: <InLayout Screen={NameScreen} />,
  sale: inLayout(loadSaleScreen),
  priceCheck: inLayout(() => import('../features/market/price-check/price-checks-screen.tsx')),
  faq: inLayout(() => import('../features/faq/faq-screen.tsx')),
  legal: inLayout(() => import('../features/legal/legal-screen.tsx')),
  submit: inLayout(
    () => import('../features/submit/submit-screen.tsx'),
    { action: 'sale.submit' },
    OPENINGS.submit,
  ),
  review: inLayout(
    () => import('../features/review/review-screen.tsx'),
    { action: 'sale.review' },
    OPENINGS.review,
  ),
  admin: inLayout(() => import('../features/admin/admin-screen.tsx'), {
    action: 'admin.panel',
    deniedMessage: MESSAGES.adminAccessDenied,
  }),
  account: inLayout(() => import('../features/account/account-screen.tsx'), OWN),
  inbox: inLayout(() => import('../features/inbox/inbox-screen.tsx'), OWN),
  following: inLayout(() => import('../features/following/following-screen.tsx'), OWN),
};

const TITLES: Readonly<Partial<Record<ScreenName, string>>> = SCREEN_TITLES;

/** The title of a screen. Screens without one, and what is shown in place of a screen, set their own after it. */
function Title({ name }: { name: ScreenName }) {
  usePageTitle(TITLES[name]);
  return null;
}

const screenNames = keysOf(SCREENS);

/** The longest time that a browser that is never idle delays loading the screens that are opened next. */
const LATEST_MS = 10_000;

export function Routes() {
  // Once the browser is idle, which Safari does not report.
  useEffect(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(loadNext, { timeout: LATEST_MS });
    else setTimeout(loadNext);
  }, []);
  return createElement(
    Switch,
    null,
    // Without keys, so that the layout is kept from one screen to the next.
    ...screenNames.map((name) =>
      createElement(Route, { path: PATHS[name] }, <Title name={name} />, SCREENS[name]),
    ),
    UiPage && (
      <Route path="/dev/ui">
        <WithoutLayout Screen={UiPage} />
      </Route>
    ),
    <Route>
      <InLayout Screen={NotFound} />
    </Route>,
  );
}
