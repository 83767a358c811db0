import { randomUUID } from 'node:crypto';
import { AccountAdminQueries } from './accounts/account-admin.queries.ts';
import { AccountSupportService } from './accounts/account-support.service.ts';
import { AccountsService } from './accounts/accounts.service.ts';
import { PasswordService } from './accounts/password.service.ts';
import { SignInService } from './accounts/sign-in.service.ts';
import type { Actor } from './actor.ts';
import { AuditService } from './audit/audit.service.ts';
import { BackupService } from './backup/backup.service.ts';
import { CatalogueService } from './catalogue/catalogue.service.ts';
import { DemoService } from './demo/demo.service.ts';
import { DiscordService } from './discord/discord.service.ts';
import { DuplicateScanService } from './duplicates/duplicate-scan.service.ts';
import { DuplicateQueries } from './duplicates/duplicates.queries.ts';
import { DuplicatesService } from './duplicates/duplicates.service.ts';
import { LogExportService } from './logs/log-export.service.ts';
import { LogQueries } from './logs/logs.queries.ts';
import { OversightQueries } from './oversight/oversight.queries.ts';
import { OversightService } from './oversight/oversight.service.ts';
import { PasswordResetService } from './password-reset/password-reset.service.ts';
import type { Platform } from './platform.ts';
import { ReviewQueries } from './reviews/reviews.queries.ts';
import { ItemMergeService } from './sales/item-merge.service.ts';
import { SaleQueries } from './sales/sale.queries.ts';
import { SaleAdminService } from './sales/sale-admin.service.ts';
import { SaleBulkService } from './sales/sale-bulk.service.ts';
import { SaleEditor } from './sales/sale-editor.ts';
import { SaleExportService } from './sales/sale-export.service.ts';
import { SaleImportService } from './sales/sale-import.service.ts';
import { SaleMerge } from './sales/sale-merge.ts';
import { SaleSteps } from './sales/sale-steps.ts';
import { SalesService } from './sales/sales.service.ts';
import type { Scope } from './scope.ts';
import { OwnSessionsService } from './sessions/own-sessions.service.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { SettingsService } from './settings/settings.service.ts';
import { SpriteAdminService } from './sprites/sprite-admin.service.ts';
import { SpriteImportService } from './sprites/sprite-import.service.ts';
import { SpriteLinksService } from './sprites/sprite-links.service.ts';
import { SpritesService } from './sprites/sprites.service.ts';
import { HealthService } from './stats/health.service.ts';
import { SubmissionQueries } from './submissions/submissions.queries.ts';
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
  const spriteAdmin = new SpriteAdminService(scope, catalogue, audit);
  const saleQueries = new SaleQueries(scope);
  const logs = new LogQueries(scope);
  const accounts = new AccountsService(scope, sessions, signIn, audit);
  const saleBulk = new SaleBulkService(scope, catalogue, settings);
  const saleSteps = new SaleSteps(scope, catalogue);
  const saleEditor = new SaleEditor(scope, catalogue, settings);
  const sales = new SalesService(scope, catalogue, settings, saleQueries, saleSteps, saleEditor);
  const duplicateQueries = new DuplicateQueries(scope);
  const duplicateScan = new DuplicateScanService(scope, duplicateQueries, audit);
  return {
    scope,
    audit,
    accounts,
    accountAdmin: new AccountAdminQueries(scope, sessions),
    sessions,
    ownSessions: new OwnSessionsService(scope, sessions, audit),
    password,
    support: new AccountSupportService(scope, sessions, password, twoFactor, audit),
    passwordReset: new PasswordResetService(scope, password, audit),
    signIn,
    twoFactor,
    backups: new BackupService(scope, audit),
    catalogue,
    settings,
    demo: new DemoService(scope, accounts, saleBulk),
    sprites: new SpritesService(scope),
    spriteAdmin,
    spriteImport: new SpriteImportService(scope, spriteAdmin, audit),
    spriteLinks: new SpriteLinksService(scope, audit),
    itemMerge: new ItemMergeService(scope, catalogue, audit),
    health: new HealthService(scope),
    saleQueries,
    saleExport: new SaleExportService(scope, saleQueries, audit),
    saleImport: new SaleImportService(scope, saleBulk),
    sales,
    saleAdmin: new SaleAdminService(scope, saleQueries, saleSteps, saleEditor),
    submissions: new SubmissionQueries(scope),
    duplicateScan,
    duplicates: new DuplicatesService(
      scope,
      duplicateQueries,
      duplicateScan,
      saleQueries,
      saleSteps,
      new SaleMerge(scope, saleSteps),
      audit,
    ),
    discord: new DiscordService(scope, settings, audit),
    logs,
    logExport: new LogExportService(logs, audit),
    oversight: new OversightService(scope, accounts, sales, audit, new OversightQueries(scope)),
    reviews: new ReviewQueries(scope, saleQueries),
  };
}

export type Services = ReturnType<typeof createServices>;

/** The services for work outside a person's session, in whoever's name it is done. */
export function servicesOf(platform: Platform, actor: Actor): Services {
  return createServices({
    ...platform,
    em: platform.orm.em.fork({ useContext: true }),
    actor,
    origin: { requestId: randomUUID(), ip: null, userAgent: null },
  });
}

/** The services for work that nobody in person asks for: the operator's, a start of the server. */
export const systemServices = (platform: Platform, name: string): Services =>
  servicesOf(platform, { type: 'system', name });
