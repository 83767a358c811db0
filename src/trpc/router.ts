import { accountAdminProcedures } from '../modules/accounts/account-admin.router.ts';
import { authRouter } from '../modules/accounts/accounts.router.ts';
import { ownAccountRouter } from '../modules/accounts/own-account.router.ts';
import { addressRouter } from '../modules/addresses/addresses.router.ts';
import { abilitiesRouter, catalogueRouter } from '../modules/catalogue/catalogue.router.ts';
import { duplicateProcedures } from '../modules/duplicates/duplicates.router.ts';
import { followsRouter } from '../modules/follows/follows.router.ts';
import { inboxRouter } from '../modules/inbox/inbox.router.ts';
import { logsRouter } from '../modules/logs/logs.router.ts';
import { chartProcedures } from '../modules/market/chart.router.ts';
import { marketLiveProcedures } from '../modules/market/market-live.router.ts';
import { namePageProcedures } from '../modules/market/name-page.router.ts';
import { overviewProcedures } from '../modules/market/overview.router.ts';
import { searchProcedures } from '../modules/market/search.router.ts';
import { answerProcedures } from '../modules/market/similar/answer.router.ts';
import { priceCheckProcedures } from '../modules/market/similar/price-check.router.ts';
import { similarProcedures } from '../modules/market/similar/similar.router.ts';
import { traitWorthProcedures } from '../modules/market/traits/trait-worth.router.ts';
import { noticesRouter } from '../modules/notices/notices.router.ts';
import { emailRouter } from '../modules/password-reset/password-reset.router.ts';
import { reviewerAuditRouter } from '../modules/reviewer-audit/reviewer-audit.router.ts';
import { decisionProcedures } from '../modules/reviews/review-decisions.router.ts';
import { reviewLiveProcedures } from '../modules/reviews/review-live.router.ts';
import { reviewProcedures } from '../modules/reviews/reviews.router.ts';
import { itemMergeProcedures } from '../modules/sales/admin/item-merge.router.ts';
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
  market: t.router({
    ...chartProcedures,
    ...answerProcedures,
    ...overviewProcedures,
    ...similarProcedures,
    ...priceCheckProcedures,
    ...namePageProcedures,
    ...searchProcedures,
    ...traitWorthProcedures,
    ...marketLiveProcedures,
  }),
  reviews: t.router({ ...reviewProcedures, ...reviewLiveProcedures, ...decisionProcedures }),
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
    ...itemMergeProcedures,
    ...spriteProcedures,
    ...settingsProcedures,
    ...saleAdminProcedures,
    ...duplicateProcedures,
  }),
});

export type AppRouter = typeof appRouter;
