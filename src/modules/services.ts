import { randomUUID } from 'node:crypto';
import { AccountSupportService } from './accounts/account-support.service.ts';
import { AccountsService } from './accounts/accounts.service.ts';
import { PasswordService } from './accounts/password.service.ts';
import { SignInService } from './accounts/sign-in.service.ts';
import { AuditService } from './audit/audit.service.ts';
import { CatalogueService } from './catalogue/catalogue.service.ts';
import { DemoService } from './demo/demo.service.ts';
import { PasswordResetService } from './password-reset/password-reset.service.ts';
import type { Platform } from './platform.ts';
import { ReviewQueries } from './reviews/reviews.queries.ts';
import { SaleQueries } from './sales/sale.queries.ts';
import { SaleBulkService } from './sales/sale-bulk.service.ts';
import { SaleExportService } from './sales/sale-export.service.ts';
import { SaleImportService } from './sales/sale-import.service.ts';
import { SalesService } from './sales/sales.service.ts';
import type { Scope } from './scope.ts';
import { OwnSessionsService } from './sessions/own-sessions.service.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { SettingsService } from './settings/settings.service.ts';
import { SpritesService } from './sprites/sprites.service.ts';
import { TwoFactorService } from './two-factor/two-factor.service.ts';

/** The services of one use case, wired to its scope: the one composition root of the domain. */
export function createServices(scope: Scope) {
  const audit = new AuditService(scope);
  const sessions = new SessionsService(scope);
  const twoFactor = new TwoFactorService(scope, sessions, audit);
  const signIn = new SignInService(scope, sessions, twoFactor, audit);
  const password = new PasswordService(scope, sessions, audit);
  const settings = new SettingsService(scope, audit);
  const catalogue = new CatalogueService(scope);
  const saleQueries = new SaleQueries(scope);
  const accounts = new AccountsService(scope, sessions, signIn, audit);
  const saleBulk = new SaleBulkService(scope, catalogue, settings);
  return {
    scope,
    accounts,
    sessions,
    ownSessions: new OwnSessionsService(scope, sessions, audit),
    password,
    support: new AccountSupportService(scope, sessions, password, twoFactor, audit),
    passwordReset: new PasswordResetService(scope, password, audit),
    signIn,
    twoFactor,
    catalogue,
    settings,
    demo: new DemoService(scope, accounts, saleBulk),
    sprites: new SpritesService(scope),
    saleQueries,
    saleExport: new SaleExportService(scope, saleQueries, audit),
    saleImport: new SaleImportService(scope, saleBulk),
    sales: new SalesService(scope, catalogue, settings, saleQueries),
    reviews: new ReviewQueries(scope, saleQueries),
  };
}

export type Services = ReturnType<typeof createServices>;

/** The services for work that no person's session asks for: the operator's, a start of the server. */
export function systemServices(platform: Platform, name: string): Services {
  return createServices({
    ...platform,
    em: platform.orm.em.fork({ useContext: true }),
    actor: { type: 'system', name },
    origin: { requestId: randomUUID(), ip: null, userAgent: null },
  });
}
