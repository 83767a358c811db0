import { z } from 'zod';
import { zRegister } from '../../../src/contract/account.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';

/** The contract's registration, with the password typed twice (SPEC section 5, in its words). */
export const zRegisterForm = zRegister.extend({ confirmation: z.string() }).refine(
  (form) => form.password === form.confirmation,
  // Said as soon as the second password is there, whatever else is still wrong.
  { error: MESSAGES.passwordsDiffer, path: ['confirmation'], when: () => true },
);
