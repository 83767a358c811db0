import { z } from 'zod';
import { zConfirmed, zSignedIn } from '../../contract/accounts/account.ts';
import {
  zPasskey,
  zPasskeyAdded,
  zPasskeyRef,
  zPasskeys,
  zRegisterPasskey,
  zRenamePasskey,
  zUsePasskey,
} from '../../contract/accounts/passkeys.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { zMessage, zNothing } from '../../contract/shared/primitives.ts';
import { confirmedUserProcedure, openProcedure, rest, t, userProcedure } from '../../trpc/procedures.ts';
import type { CreationOptions, RequestOptions } from './webauthn.ts';

/** Options are passed to the browser as the library makes them. */
const zCreationOptions = z.custom<CreationOptions>((value) => typeof value === 'object');
const zRequestOptions = z.custom<RequestOptions>((value) => typeof value === 'object');

/**
 * Asking for options is a mutation, because each answer is used once and must not be cached. Only pages of this site can
 * create and use passkeys, so the procedures for that have no REST paths.
 */
export const passkeysRouter = t.router({
  list: userProcedure
    .meta(rest('GET', '/passkeys', 'List your passkeys'))
    .input(zNothing)
    .output(zPasskeys)
    .query(async ({ ctx }) => ({ data: await ctx.services.passkeys.list() })),

  creationOptions: confirmedUserProcedure
    .input(zNothing)
    .output(zCreationOptions)
    .mutation(({ ctx }) => ctx.services.passkeys.creationOptions()),

  add: confirmedUserProcedure
    .input(zRegisterPasskey)
    .output(zPasskeyAdded)
    .mutation(({ ctx, input }) => ctx.services.passkeys.add(input.credential)),

  rename: userProcedure
    .meta(rest('PATCH', '/passkeys/{id}', 'Rename a passkey'))
    .input(zRenamePasskey)
    .output(zPasskey)
    .mutation(({ ctx, input }) => ctx.services.passkeys.rename(input.id, input.name)),

  remove: confirmedUserProcedure
    .meta(rest('DELETE', '/passkeys/{id}', 'Remove a passkey'))
    .input(zPasskeyRef)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.passkeys.remove(input.id);
      return { message: 'The passkey is removed.' };
    }),

  confirmOptions: userProcedure
    .input(zNothing)
    .output(zRequestOptions)
    .mutation(({ ctx }) => ctx.services.passkeys.requestOptions('confirm')),

  confirm: userProcedure
    .input(zUsePasskey)
    .output(zConfirmed)
    .mutation(async ({ ctx, input }) => ({
      message: MESSAGES.identityConfirmed,
      token: await ctx.services.confirmation.confirmWithPasskey(input.credential),
    })),

  signInOptions: openProcedure
    .input(zNothing)
    .output(zRequestOptions)
    .mutation(({ ctx }) => ctx.services.passkeys.requestOptions('sign-in')),

  signIn: openProcedure
    .input(zUsePasskey)
    .output(zSignedIn)
    .mutation(({ ctx, input }) => ctx.services.signIn.withPasskey(input.credential, ctx.token)),
});
