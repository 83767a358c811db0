import { accountAdminProcedures } from '../modules/accounts/account-admin.router.ts';
import { authRouter } from '../modules/accounts/accounts.router.ts';
import { abilitiesRouter, catalogueRouter } from '../modules/catalogue/catalogue.router.ts';
import { emailRouter } from '../modules/password-reset/password-reset.router.ts';
import { reviewsRouter } from '../modules/reviews/reviews.router.ts';
import { itemsRouter, pokemonRouter } from '../modules/sales/sales.router.ts';
import { sessionsRouter } from '../modules/sessions/sessions.router.ts';
import { settingsProcedures } from '../modules/settings/settings.router.ts';
import { twoFactorRouter } from '../modules/two-factor/two-factor.router.ts';
import { t } from './init.ts';

/** Every call of the product; REST paths, the document and the web client all come from it. */
export const appRouter = t.router({
  auth: authRouter,
  items: itemsRouter,
  pokemon: pokemonRouter,
  abilities: abilitiesRouter,
  catalogue: catalogueRouter,
  reviews: reviewsRouter,
  email: emailRouter,
  twoFactor: twoFactorRouter,
  sessions: sessionsRouter,
  admin: t.router({ ...accountAdminProcedures, ...settingsProcedures }),
});

export type AppRouter = typeof appRouter;
