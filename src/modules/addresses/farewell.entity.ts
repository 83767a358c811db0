import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';

/** The address of a deleted account, kept until the email that confirms the deletion is sent. */
export const Farewell = defineEntity({
  name: 'Farewell',
  tableName: 'farewell',
  properties: {
    id: p.uuid().primary(),
    email: p.string().length(LIMITS.email.max),
    created: p.datetime(3).index('farewell_created_index'),
  },
});
export type Farewell = InferEntity<typeof Farewell>;
