import { z } from 'zod';
import { zRegister } from '../../../src/contract/accounts/account.ts';
import { passwordsDiffer } from '../../lib/new-password.ts';

/** The contract's registration, with the password typed twice (docs/product.md "Validation", in its words). */
export const zRegisterForm = zRegister
  .extend({ confirmation: z.string() })
  .refine((form) => form.password === form.confirmation, passwordsDiffer);
