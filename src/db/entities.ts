import { AccountSchema } from '../modules/accounts/account.entity.ts';
import { AuditEventSchema } from '../modules/audit/audit-event.entity.ts';
import { AbilitySchema } from '../modules/catalogue/ability.entity.ts';
import { CatalogueVersionSchema } from '../modules/catalogue/catalogue-version.entity.ts';
import { ItemSchema } from '../modules/catalogue/item.entity.ts';
import { SpeciesFormSchema, SpeciesSchema } from '../modules/catalogue/species.entity.ts';
import { IdempotencyKeySchema } from '../modules/sales/idempotency-key.entity.ts';
import { ItemSaleSchema, PokemonSaleSchema, SaleSchema } from '../modules/sales/sale.entity.ts';
import { SaleEventSchema } from '../modules/sales/sale-event.entity.ts';
import { SessionSchema } from '../modules/sessions/session.entity.ts';
import { SettingSchema } from '../modules/settings/setting.entity.ts';
import { SpriteSchema } from '../modules/sprites/sprite.entity.ts';
import { OutboxSchema } from '../queue/outbox.entity.ts';

/** Every entity of the application. */
export const ENTITIES = [
  AbilitySchema,
  AccountSchema,
  AuditEventSchema,
  CatalogueVersionSchema,
  IdempotencyKeySchema,
  ItemSaleSchema,
  ItemSchema,
  OutboxSchema,
  PokemonSaleSchema,
  SaleEventSchema,
  SaleSchema,
  SessionSchema,
  SettingSchema,
  SpeciesFormSchema,
  SpeciesSchema,
  SpriteSchema,
];
