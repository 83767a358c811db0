import { randomUUID } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { AccountAdminQueries } from '../modules/accounts/account-admin.queries.ts';
import { AccountDataService } from '../modules/accounts/account-data.service.ts';
import { AccountRemovalService } from '../modules/accounts/account-removal.service.ts';
import { AccountsService } from '../modules/accounts/accounts.service.ts';
import { ConfirmationService } from '../modules/accounts/confirmation.service.ts';
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
import { SaleTransitions } from '../modules/sales/sale-transitions.ts';
import { SalesService } from '../modules/sales/sales.service.ts';
import type { RequestScope } from '../modules/scope.ts';
import { SecretsService } from '../modules/secrets/secrets.service.ts';
import { AccountSessionsService } from '../modules/sessions/account-sessions.service.ts';
import { KnownDevicesService } from '../modules/sessions/known-devices.service.ts';
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

/** The class of each service: the composition root of the domain. */
const SERVICES = {
  audit: AuditService,
  accounts: AccountsService,
  addresses: AddressesService,
  accountData: AccountDataService,
  accountRemoval: AccountRemovalService,
  accountAdmin: AccountAdminQueries,
  sessions: SessionsService,
  knownDevices: KnownDevicesService,
  accountSessions: AccountSessionsService,
  password: PasswordService,
  confirmation: ConfirmationService,
  passwordReset: PasswordResetService,
  signIn: SignInService,
  passkeys: PasskeysService,
  twoFactor: TwoFactorService,
  backups: BackupService,
  secrets: SecretsService,
  itemImport: ItemImportService,
  settings: SettingsService,
  demo: DemoService,
  sprites: SpritesService,
  spriteAdmin: SpriteAdminService,
  spriteImport: SpriteImportService,
  spriteLinks: SpriteLinksService,
  itemMerge: ItemMergeService,
  health: HealthService,
  saleQueries: SaleQueries,
  saleExport: SaleExportService,
  saleImport: SaleImportService,
  saleBulk: SaleBulkService,
  saleTransitions: SaleTransitions,
  saleEditor: SaleEditor,
  sales: SalesService,
  reports: ReportsService,
  saleAdmin: SaleAdminService,
  submissions: SubmissionQueries,
  follows: FollowsService,
  followFeed: FollowFeedService,
  notices: NoticesService,
  unsubscribe: UnsubscribeService,
  inbox: InboxService,
  duplicateScan: DuplicateScanService,
  duplicates: DuplicatesService,
  discord: DiscordService,
  discordCommands: DiscordCommandsService,
  discordRegistration: DiscordRegistrationService,
  logs: LogQueries,
  reviewerAudit: ReviewerAuditService,
  suspensions: SuspensionsService,
  reviews: ReviewQueries,
};

/** The services of one use case, each built on first use. */
export type Services = { readonly [K in keyof typeof SERVICES]: InstanceType<(typeof SERVICES)[K]> } & {
  readonly scope: RequestScope;
  /** Dependencies of the public read models. */
  readonly market: MarketReads;
};

interface Deps extends RequestScope, Pick<Runtime, (typeof SHARED)[number]>, Services {
  /** The services of another actor, at another time. */
  servicesFor(actor: Actor, clock: Clock): Services;
}

/**
 * Builds services on demand and keeps them. The getters are on the prototype, which makes creating a container cheap.
 */
class Container {
  readonly scope: RequestScope;
  readonly runtime: Runtime;

  constructor(scope: RequestScope, runtime: Runtime) {
    this.scope = scope;
    this.runtime = runtime;
  }

  servicesFor(actor: Actor, clock: Clock): Services {
    return createServices({ ...this.scope, actor, clock }, this.runtime);
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
    return this.runtime[name];
  });
getter('market', function () {
  return this.runtime;
});
for (const [name, Service] of Object.entries<new (deps: Deps) => unknown>(SERVICES))
  getter(name, function () {
    const value = new Service(this);
    Object.defineProperty(this, name, { value });
    return value;
  });

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
