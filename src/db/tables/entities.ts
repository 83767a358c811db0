import { AddressLinkSchema } from '../../modules/address-links/address-link.entity.ts';
import { FarewellSchema } from '../../modules/addresses/farewell.entity.ts';
import { AuditEventSchema, HistorySealSchema } from '../../modules/audit/audit.entity.ts';
import {
  AbilitySchema,
  CatalogueVersionSchema,
  SpeciesFormSchema,
  SpeciesSchema,
} from '../../modules/catalogue/catalogue.entity.ts';
import { ItemSchema } from '../../modules/catalogue/item.entity.ts';
import { FlagMarkSchema } from '../../modules/changes/flag-mark.entity.ts';
import { SaleChangeSchema } from '../../modules/changes/sale-change.entity.ts';
import {
  DuplicateGroupSchema,
  DuplicateScanSchema,
  NotDuplicatesSchema,
} from '../../modules/duplicates/duplicate-scan.entity.ts';
import {
  FollowFeedSchema,
  FollowMatchSchema,
  FollowPositionSchema,
  FollowSchema,
} from '../../modules/follows/follow.entity.ts';
import { AccountSchema } from '../../modules/identity/account.entity.ts';
import { InboxEntrySchema } from '../../modules/inbox/inbox-entry.entity.ts';
import { NoticeChannelSchema, NoticeSettingsRowSchema } from '../../modules/inbox/notices.entity.ts';
import { RateLimitSchema } from '../../modules/limits/rate-limit.entity.ts';
import { LogEntrySchema } from '../../modules/logs/log-entry.entity.ts';
import { EmailDeliverySchema } from '../../modules/mail/email-delivery.entity.ts';
import { PasswordResetSchema } from '../../modules/password-reset/password-reset.entity.ts';
import { ApprovalReturnSchema } from '../../modules/reviewer-audit/approval-return.entity.ts';
import { FlagDueSchema, SaleCheckSchema } from '../../modules/reviews/flags.entity.ts';
import { DecisionNoticeSchema } from '../../modules/sales/decision-notice.entity.ts';
import { IdempotencyKeySchema } from '../../modules/sales/idempotency-key.entity.ts';
import { SaleReportSchema } from '../../modules/sales/reports/sale-report.entity.ts';
import { ItemSaleSchema, PokemonSaleSchema, SaleSchema } from '../../modules/sales/sale.entity.ts';
import { SaleEventSchema } from '../../modules/sales/sale-event.entity.ts';
import { KnownDeviceSchema } from '../../modules/sessions/known-device.entity.ts';
import { PendingSignInSchema } from '../../modules/sessions/pending-sign-in.entity.ts';
import { SessionSchema } from '../../modules/sessions/session.entity.ts';
import { SettingSchema } from '../../modules/settings/setting.entity.ts';
import { SpriteSchema } from '../../modules/sprites/sprite.entity.ts';
import { PasskeySchema, UsedChallengeSchema } from '../../modules/two-factor/passkey.entity.ts';
import { RecoveryCodeSchema, TwoFactorSchema } from '../../modules/two-factor/two-factor.entity.ts';
import { JobProgressSchema } from '../../queue/job-progress.entity.ts';
import { OutboxSchema } from '../../queue/outbox.entity.ts';

export const ENTITIES = [
  AbilitySchema,
  AccountSchema,
  AddressLinkSchema,
  ApprovalReturnSchema,
  AuditEventSchema,
  CatalogueVersionSchema,
  DecisionNoticeSchema,
  DuplicateGroupSchema,
  NotDuplicatesSchema,
  DuplicateScanSchema,
  EmailDeliverySchema,
  FarewellSchema,
  FlagDueSchema,
  FlagMarkSchema,
  FollowFeedSchema,
  FollowMatchSchema,
  FollowPositionSchema,
  FollowSchema,
  HistorySealSchema,
  IdempotencyKeySchema,
  InboxEntrySchema,
  ItemSaleSchema,
  ItemSchema,
  JobProgressSchema,
  KnownDeviceSchema,
  LogEntrySchema,
  NoticeChannelSchema,
  NoticeSettingsRowSchema,
  OutboxSchema,
  PasskeySchema,
  PasswordResetSchema,
  PendingSignInSchema,
  PokemonSaleSchema,
  RateLimitSchema,
  RecoveryCodeSchema,
  SaleChangeSchema,
  SaleCheckSchema,
  SaleEventSchema,
  SaleReportSchema,
  SaleSchema,
  SessionSchema,
  SettingSchema,
  SpeciesFormSchema,
  SpeciesSchema,
  SpriteSchema,
  TwoFactorSchema,
  UsedChallengeSchema,
];
