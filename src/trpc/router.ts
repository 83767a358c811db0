import { accountAdminProcedures, authRouter, ownAccountRouter } from '../modules/accounts/accounts.router.ts';
import { addressRouter } from '../modules/addresses/addresses.router.ts';
import { abilitiesRouter, catalogueRouter } from '../modules/catalogue/catalogue.router.ts';
import { duplicateProcedures } from '../modules/duplicates/duplicates.router.ts';
import { followsRouter } from '../modules/follows/follows.router.ts';
import { inboxRouter } from '../modules/inbox/inbox.router.ts';
import { logsRouter } from '../modules/logs/logs.router.ts';
import { marketRouter } from '../modules/market/market.router.ts';
import { noticesRouter } from '../modules/notices/notices.router.ts';
import { emailRouter } from '../modules/password-reset/password-reset.router.ts';
import { reviewerAuditRouter } from '../modules/reviewer-audit/reviewer-audit.router.ts';
import { reviewsRouter } from '../modules/reviews/reviews.router.ts';
import { saleAdminProcedures } from '../modules/sales/admin/sale-admin.router.ts';
import { reportsRouter } from '../modules/sales/reports/reports.router.ts';
import { itemsRouter, pokemonRouter } from '../modules/sales/sales.router.ts';
import { sessionsRouter } from '../modules/sessions/sessions.router.ts';
import { legalRouter, settingsProcedures } from '../modules/settings/settings.router.ts';
import { spriteProcedures } from '../modules/sprites/sprites.router.ts';
import { statsProcedures } from '../modules/stats/stats.router.ts';
import { submissionsRouter } from '../modules/submissions/submissions.router.ts';
import { suspensionProcedures } from '../modules/suspensions/suspensions.router.ts';
import { passkeysRouter } from '../modules/two-factor/passkeys.router.ts';
import { twoFactorRouter } from '../modules/two-factor/two-factor.router.ts';
import { t } from './procedures.ts';

/** Every procedure of the product; REST paths, the OpenAPI document and the web client are derived from it. */
export const appRouter = t.router({
  auth: authRouter,
  account: ownAccountRouter,
  items: itemsRouter,
  pokemon: pokemonRouter,
  abilities: abilitiesRouter,
  catalogue: catalogueRouter,
  market: marketRouter,
  reviews: reviewsRouter,
  submissions: submissionsRouter,
  follows: followsRouter,
  reports: reportsRouter,
  inbox: inboxRouter,
  notices: noticesRouter,
  reviewerAudit: reviewerAuditRouter,
  logs: logsRouter,
  email: t.mergeRouters(emailRouter, addressRouter),
  twoFactor: twoFactorRouter,
  passkeys: passkeysRouter,
  sessions: sessionsRouter,
  legal: legalRouter,
  admin: t.router({
    ...statsProcedures,
    ...accountAdminProcedures,
    ...suspensionProcedures,
    ...spriteProcedures,
    ...settingsProcedures,
    ...saleAdminProcedures,
    ...duplicateProcedures,
  }),
});

export type AppRouter = typeof appRouter;
