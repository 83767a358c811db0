import { randomUUID } from 'node:crypto';
import { AccountAdminQueries } from '../modules/accounts/account-admin.queries.ts';
import { AccountDataService } from '../modules/accounts/account-data.service.ts';
import { AccountRemovalService } from '../modules/accounts/account-removal.service.ts';
import { AccountSupportService } from '../modules/accounts/account-support.service.ts';
import { AccountsService } from '../modules/accounts/accounts.service.ts';
import { ConfirmationService } from '../modules/accounts/confirmation.service.ts';
import { PasskeySignInService } from '../modules/accounts/passkey-sign-in.service.ts';
import { PasswordService } from '../modules/accounts/password.service.ts';
import { SignInService } from '../modules/accounts/sign-in.service.ts';
import type { Actor } from '../modules/actor.ts';
import { AddressesService } from '../modules/addresses/addresses.service.ts';
import { AuditService } from '../modules/audit/audit.service.ts';
import { BackupService } from '../modules/backup/backup.service.ts';
import { ItemImportService } from '../modules/catalogue/item-import.service.ts';
import { DemoService } from '../modules/demo/demo.service.ts';
import { DiscordCommandsService } from '../modules/discord/commands/discord-commands.service.ts';
import { DiscordRegistrationService } from '../modules/discord/commands/discord-registration.service.ts';
import { DiscordService } from '../modules/discord/discord.service.ts';
import { DuplicateScanService } from '../modules/duplicates/duplicate-scan.service.ts';
import { DuplicatesService } from '../modules/duplicates/duplicates.service.ts';
import { FollowFeedService } from '../modules/follows/follow-feed.service.ts';
import { FollowsService } from '../modules/follows/follows.service.ts';
import { HealthService } from '../modules/health/health.service.ts';
import { InboxService } from '../modules/inbox/inbox.service.ts';
import { LogExportService } from '../modules/logs/log-export.service.ts';
import { LogQueries } from '../modules/logs/logs.queries.ts';
import type { MarketReads } from '../modules/market/market-reads.ts';
import { SaleQueries } from '../modules/market/sale.queries.ts';
import { NoticesService } from '../modules/notices/notices.service.ts';
import { UnsubscribeService } from '../modules/notices/unsubscribe.service.ts';
import { PasswordResetService } from '../modules/password-reset/password-reset.service.ts';
import { ReviewerAuditService } from '../modules/reviewer-audit/reviewer-audit.service.ts';
import { ReviewQueries } from '../modules/reviews/reviews.queries.ts';
import { SaleExportService } from '../modules/sale-files/sale-export.service.ts';
import { SaleImportService } from '../modules/sale-files/sale-import.service.ts';
import { ItemMergeService } from '../modules/sales/admin/item-merge.service.ts';
import { SaleAdminService } from '../modules/sales/admin/sale-admin.service.ts';
import { ReportsService } from '../modules/sales/reports/reports.service.ts';
import { SaleBulkService } from '../modules/sales/sale-bulk.service.ts';
import { SaleEditor } from '../modules/sales/sale-editor.ts';
import { SaleMerge } from '../modules/sales/sale-merge.ts';
import { SaleTransitions } from '../modules/sales/sale-transitions.ts';
import { SalesService } from '../modules/sales/sales.service.ts';
import type { RequestScope } from '../modules/scope.ts';
import { KnownDevicesService } from '../modules/sessions/known-devices.service.ts';
import { OwnSessionsService } from '../modules/sessions/own-sessions.service.ts';
import { SessionsService } from '../modules/sessions/sessions.service.ts';
import { SettingsService } from '../modules/settings/settings.service.ts';
import { SpriteAdminService } from '../modules/sprites/sprite-admin.service.ts';
import { SpriteImportService } from '../modules/sprites/sprite-import.service.ts';
import { SpriteLinksService } from '../modules/sprites/sprite-links.service.ts';
import { SpritesService } from '../modules/sprites/sprites.service.ts';
import { SubmissionQueries } from '../modules/submissions/submissions.queries.ts';
import { SuspensionsService } from '../modules/suspensions/suspensions.service.ts';
import { PasskeysService } from '../modules/two-factor/passkeys.service.ts';
import { TwoFactorService } from '../modules/two-factor/two-factor.service.ts';
import type { Runtime } from './runtime.ts';

/** The parts of the runtime that a service may depend on. */
const SHARED = [
  'orm',
  'database',
  'passwords',
  'catalogueSource',
  'secretBox',
  'settingBox',
  'webhookBox',
  'limits',
  'calls',
] as const satisfies (keyof Runtime)[];
const SCOPE = [
  'em',
  'actor',
  'origin',
  'clock',
  'logger',
  'config',
] as const satisfies (keyof RequestScope)[];

/** How each service is built: the composition root of the domain. */
const SERVICES = {
  audit: (deps: Deps): AuditService => new AuditService(deps),
  accounts: (deps: Deps): AccountsService => new AccountsService(deps),
  addresses: (deps: Deps): AddressesService => new AddressesService(deps),
  accountData: (deps: Deps): AccountDataService => new AccountDataService(deps),
  accountRemoval: (deps: Deps): AccountRemovalService => new AccountRemovalService(deps),
  accountAdmin: (deps: Deps): AccountAdminQueries => new AccountAdminQueries(deps),
  sessions: (deps: Deps): SessionsService => new SessionsService(deps),
  knownDevices: (deps: Deps): KnownDevicesService => new KnownDevicesService(deps),
  ownSessions: (deps: Deps): OwnSessionsService => new OwnSessionsService(deps),
  password: (deps: Deps): PasswordService => new PasswordService(deps),
  confirmation: (deps: Deps): ConfirmationService => new ConfirmationService(deps),
  support: (deps: Deps): AccountSupportService => new AccountSupportService(deps),
  passwordReset: (deps: Deps): PasswordResetService => new PasswordResetService(deps),
  signIn: (deps: Deps): SignInService => new SignInService(deps),
  passkeySignIn: (deps: Deps): PasskeySignInService => new PasskeySignInService(deps),
  passkeys: (deps: Deps): PasskeysService => new PasskeysService(deps),
  twoFactor: (deps: Deps): TwoFactorService => new TwoFactorService(deps),
  backups: (deps: Deps): BackupService => new BackupService(deps),
  itemImport: (deps: Deps): ItemImportService => new ItemImportService(deps),
  settings: (deps: Deps): SettingsService => new SettingsService(deps),
  demo: (deps: Deps & Container): DemoService =>
    new DemoService(deps, (actor, clock) => createServices({ ...deps.scope, actor, clock }, deps.market)),
  sprites: (deps: Deps): SpritesService => new SpritesService(deps),
  spriteAdmin: (deps: Deps): SpriteAdminService => new SpriteAdminService(deps),
  spriteImport: (deps: Deps): SpriteImportService => new SpriteImportService(deps),
  spriteLinks: (deps: Deps): SpriteLinksService => new SpriteLinksService(deps),
  itemMerge: (deps: Deps): ItemMergeService => new ItemMergeService(deps),
  health: (deps: Deps): HealthService => new HealthService(deps),
  saleQueries: (deps: Deps): SaleQueries => new SaleQueries(deps),
  saleExport: (deps: Deps): SaleExportService => new SaleExportService(deps),
  saleImport: (deps: Deps): SaleImportService => new SaleImportService(deps),
  saleBulk: (deps: Deps): SaleBulkService => new SaleBulkService(deps),
  saleTransitions: (deps: Deps): SaleTransitions => new SaleTransitions(deps),
  saleEditor: (deps: Deps): SaleEditor => new SaleEditor(deps),
  saleMerge: (deps: Deps): SaleMerge => new SaleMerge(deps),
  sales: (deps: Deps): SalesService => new SalesService(deps),
  reports: (deps: Deps): ReportsService => new ReportsService(deps),
  saleAdmin: (deps: Deps): SaleAdminService => new SaleAdminService(deps),
  submissions: (deps: Deps): SubmissionQueries => new SubmissionQueries(deps),
  follows: (deps: Deps): FollowsService => new FollowsService(deps),
  followFeed: (deps: Deps): FollowFeedService => new FollowFeedService(deps),
  notices: (deps: Deps): NoticesService => new NoticesService(deps),
  unsubscribe: (deps: Deps): UnsubscribeService => new UnsubscribeService(deps),
  inbox: (deps: Deps): InboxService => new InboxService(deps),
  duplicateScan: (deps: Deps): DuplicateScanService => new DuplicateScanService(deps),
  duplicates: (deps: Deps): DuplicatesService => new DuplicatesService(deps),
  discord: (deps: Deps): DiscordService => new DiscordService(deps),
  discordCommands: (deps: Deps): DiscordCommandsService => new DiscordCommandsService(deps),
  discordRegistration: (deps: Deps): DiscordRegistrationService => new DiscordRegistrationService(deps),
  logs: (deps: Deps): LogQueries => new LogQueries(deps),
  logExport: (deps: Deps): LogExportService => new LogExportService(deps),
  reviewerAudit: (deps: Deps): ReviewerAuditService => new ReviewerAuditService(deps),
  suspensions: (deps: Deps): SuspensionsService => new SuspensionsService(deps),
  reviews: (deps: Deps): ReviewQueries => new ReviewQueries(deps),
};

/** The services of one use case, each built on first use. */
export type Services = { readonly [K in keyof typeof SERVICES]: ReturnType<(typeof SERVICES)[K]> } & {
  readonly scope: RequestScope;
  /** Dependencies of the public read models. */
  readonly market: MarketReads;
};

/** Everything that a service may declare as a constructor dependency. */
interface Deps extends RequestScope, Pick<Runtime, (typeof SHARED)[number]>, Services {}

/**
 * Builds services on demand and keeps them. The getters are on the prototype, which makes creating a container cheap.
 */
class Container {
  readonly scope: RequestScope;
  readonly market: Runtime;

  constructor(scope: RequestScope, runtime: Runtime) {
    this.scope = scope;
    this.market = runtime;
  }
}

const getter = (name: string, get: (this: Deps & Container) => unknown) =>
  Object.defineProperty(Container.prototype, name, { get });

for (const name of SCOPE)
  getter(name, function () {
    return this.scope[name];
  });
for (const name of SHARED)
  getter(name, function () {
    return this.market[name];
  });
for (const [name, build] of Object.entries(SERVICES))
  getter(name, function () {
    const value = build(this);
    Object.defineProperty(this, name, { value });
    return value;
  });

/** The services of a scope. */
export const createServices = (scope: RequestScope, runtime: Runtime): Services =>
  new Container(scope, runtime) as Container & Services;

/** The services for work outside a session, performed as `actor`. */
export function servicesOf(runtime: Runtime, actor: Actor): Services {
  const { orm, clock, logger, config } = runtime;
  const em = orm.em.fork({ useContext: true });
  const origin = { requestId: randomUUID(), ip: null, userAgent: null };
  return createServices({ em, actor, origin, clock, logger, config }, runtime);
}

/** The services for work without an account: command-line operations and server start. */
export const systemServices = (runtime: Runtime, name: string): Services =>
  servicesOf(runtime, { type: 'system', name });
