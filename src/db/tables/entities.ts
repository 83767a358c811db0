import { AddressLinkSchema } from '../../modules/address-links/address-link.entity.ts';
import { FarewellSchema } from '../../modules/addresses/farewell.entity.ts';
import { AuditEventSchema, HistorySealSchema } from '../../modules/audit/audit.entity.ts';
import {
  AbilitySchema,
  CatalogueVersionSchema,
  ItemSchema,
  SpeciesFormSchema,
  SpeciesSchema,
} from '../../modules/catalogue/catalogue.entity.ts';
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
import {
  InboxEntrySchema,
  NoticeChannelSchema,
  NoticeSettingsRowSchema,
} from '../../modules/inbox/inbox.entity.ts';
import { RateLimitSchema } from '../../modules/limits/rate-limit.entity.ts';
import { LogEntrySchema } from '../../modules/logs/log-entry.entity.ts';
import { EmailDeliverySchema } from '../../modules/mail/email-delivery.entity.ts';
import { PasswordResetSchema } from '../../modules/password-reset/password-reset.entity.ts';
import { ApprovalReturnSchema } from '../../modules/reviewer-audit/approval-return.entity.ts';
import { FlagDueSchema, SaleCheckSchema } from '../../modules/reviews/flags.entity.ts';
import { SaleReportSchema } from '../../modules/sales/reports/sale-report.entity.ts';
import { ItemSaleSchema, PokemonSaleSchema, SaleSchema } from '../../modules/sales/sale.entity.ts';
import { SaleEventSchema } from '../../modules/sales/sale-event.entity.ts';
import { DecisionNoticeSchema, IdempotencyKeySchema } from '../../modules/sales/submission.entity.ts';
import {
  KnownDeviceSchema,
  PendingSignInSchema,
  SessionSchema,
} from '../../modules/sessions/session.entity.ts';
import { SettingSchema } from '../../modules/settings/setting.entity.ts';
import { SpriteSchema } from '../../modules/sprites/sprite.entity.ts';
import {
  PasskeySchema,
  RecoveryCodeSchema,
  TwoFactorSchema,
  UsedChallengeSchema,
} from '../../modules/two-factor/two-factor.entity.ts';
import { JobProgressSchema, OutboxSchema } from '../../queue/queue.entity.ts';

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
