import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import MarketScreen from '../features/market/market-screen.tsx';
import { Guard } from './guards.tsx';
import { Layout } from './layout.tsx';
import { Loading } from './loading.tsx';
import { NotFound } from './not-found.tsx';
import { PATHS } from './paths.ts';

const FaqScreen = lazy(() => import('../features/faq/faq-screen.tsx'));
const LegalScreen = lazy(() => import('../features/legal/legal-screen.tsx'));
const LoginScreen = lazy(() => import('../features/login/login-screen.tsx'));
const RegisterScreen = lazy(() => import('../features/register/register-screen.tsx'));
const ForgotPasswordScreen = lazy(() => import('../features/forgot-password/forgot-password-screen.tsx'));
const ResetPasswordScreen = lazy(() => import('../features/reset-password/reset-password-screen.tsx'));
const AccountScreen = lazy(() => import('../features/account/account-screen.tsx'));
const SubmitScreen = lazy(() => import('../features/submit/submit-screen.tsx'));
const ReviewScreen = lazy(() => import('../features/review/review-screen.tsx'));

/** A screen inside the common layout, which stays while the screen's script comes. */
function InLayout({ Screen }: { Screen: ComponentType | LazyExoticComponent<ComponentType> }) {
  return (
    <Layout>
      <Suspense fallback={<Loading />}>
        <Screen />
      </Suspense>
    </Layout>
  );
}

/** Every address and who may see it (SPEC section 2). */
export function Routes() {
  return (
    <Suspense fallback={<Loading fullScreen />}>
      <Switch>
        <Route path={PATHS.login} component={LoginScreen} />
        <Route path={PATHS.register} component={RegisterScreen} />
        <Route path={PATHS.forgotPassword} component={ForgotPasswordScreen} />
        <Route path={PATHS.resetPassword} component={ResetPasswordScreen} />
        <Route path={PATHS.dashboard}>
          <Redirect to={PATHS.market} replace />
        </Route>
        <Route path={PATHS.showcase}>
          <Redirect to={PATHS.market} replace />
        </Route>
        <Route path={PATHS.market}>
          <InLayout Screen={MarketScreen} />
        </Route>
        <Route path={PATHS.faq}>
          <InLayout Screen={FaqScreen} />
        </Route>
        <Route path={PATHS.legal}>
          <InLayout Screen={LegalScreen} />
        </Route>
        <Route path={PATHS.submit}>
          <Guard action="sale.submit">
            <InLayout Screen={SubmitScreen} />
          </Guard>
        </Route>
        <Route path={PATHS.review}>
          <Guard action="sale.review">
            <InLayout Screen={ReviewScreen} />
          </Guard>
        </Route>
        <Route path={PATHS.account}>
          <Guard action="account.own">
            <InLayout Screen={AccountScreen} />
          </Guard>
        </Route>
        <Route>
          <InLayout Screen={NotFound} />
        </Route>
      </Switch>
    </Suspense>
  );
}
