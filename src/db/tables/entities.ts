import { EntitySchema } from '@mikro-orm/core';
import * as addressLink from '../../modules/address-links/address-link.entity.ts';
import * as farewell from '../../modules/addresses/farewell.entity.ts';
import * as audit from '../../modules/audit/audit.entity.ts';
import * as catalogue from '../../modules/catalogue/catalogue.entity.ts';
import * as flagMark from '../../modules/changes/flag-mark.entity.ts';
import * as saleChange from '../../modules/changes/sale-change.entity.ts';
import * as duplicateScan from '../../modules/duplicates/duplicate-scan.entity.ts';
import * as follow from '../../modules/follows/follow.entity.ts';
import * as account from '../../modules/identity/account.entity.ts';
import * as inbox from '../../modules/inbox/inbox.entity.ts';
import * as rateLimit from '../../modules/limits/rate-limit.entity.ts';
import * as logEntry from '../../modules/logs/log-entry.entity.ts';
import * as emailDelivery from '../../modules/mail/email-delivery.entity.ts';
import * as passwordReset from '../../modules/password-reset/password-reset.entity.ts';
import * as approvalReturn from '../../modules/reviewer-audit/approval-return.entity.ts';
import * as flags from '../../modules/reviews/flags.entity.ts';
import * as saleReport from '../../modules/sales/reports/sale-report.entity.ts';
import * as sale from '../../modules/sales/sale.entity.ts';
import * as saleEvent from '../../modules/sales/sale-event.entity.ts';
import * as submission from '../../modules/sales/submission.entity.ts';
import * as session from '../../modules/sessions/session.entity.ts';
import * as setting from '../../modules/settings/setting.entity.ts';
import * as sprite from '../../modules/sprites/sprite.entity.ts';
import * as twoFactor from '../../modules/two-factor/two-factor.entity.ts';
import * as queue from '../../queue/queue.entity.ts';

const TABLES = [
  addressLink,
  farewell,
  audit,
  catalogue,
  flagMark,
  saleChange,
  duplicateScan,
  follow,
  account,
  inbox,
  rateLimit,
  logEntry,
  emailDelivery,
  passwordReset,
  approvalReturn,
  flags,
  saleReport,
  sale,
  saleEvent,
  submission,
  session,
  setting,
  sprite,
  twoFactor,
  queue,
];

/** The schemas of all tables. */
export const ENTITIES = TABLES.flatMap((module) => Object.values<unknown>(module)).filter(
  (value) => value instanceof EntitySchema,
);
