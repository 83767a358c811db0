import { z } from 'zod';
import { zRegister } from '../../../src/contract/accounts/account.ts';
import { passwordsDiffer } from '../../lib/new-password.ts';

/** The contract's registration schema plus the repeated password (docs/product.md "Validation"). */
export const zRegisterForm = zRegister
  .extend({ confirmation: z.string() })
  .refine((form) => form.password === form.confirmation, passwordsDiffer);
