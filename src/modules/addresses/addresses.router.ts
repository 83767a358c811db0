import {
  type LinkPurpose,
  zAddress,
  zAddressLink,
  zAddressLinkUsed,
  zAddressLinkValidity,
  zChangeAddress,
} from '../../contract/accounts/address.ts';
import { zMessage, zNothing } from '../../contract/shared/primitives.ts';
import {
  confirmedUserProcedure,
  openProcedure,
  openRest,
  rest,
  t,
  userProcedure,
} from '../../trpc/procedures.ts';

const USED: Record<LinkPurpose, string> = {
  confirm: 'Your email address is confirmed.',
  undo: 'Your account has this email address, second factors and recovery codes that were added since are removed, and every session has ended. Reset your password to log in.',
};

export const addressRouter = t.router({
  address: userProcedure
    .meta(rest('GET', '/email/address', "Get the account's email address and whether it is confirmed"))
    .input(zNothing)
    .output(zAddress)
    .query(({ ctx }) => ctx.services.addresses.own()),

  resendConfirmation: userProcedure
    .meta(rest('POST', '/email/resend-confirmation', 'Send another link to confirm the email address'))
    .input(zNothing)
    .output(zMessage)
    .mutation(async ({ ctx }) => {
      await ctx.services.addresses.resend();
      return { message: 'We have sent you another link.' };
    }),

  changeAddress: confirmedUserProcedure
    .meta(rest('POST', '/email/change-address', 'Change the email address'))
    .input(zChangeAddress)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      const { addresses } = ctx.services;
      await addresses.change(input.email);
      return {
        message: addresses.usesLinks
          ? `We have sent a link to ${input.email}. The email address changes when you open it.`
          : 'Your email address has been changed.',
      };
    }),

  validateAddressLink: openProcedure
    .meta(openRest('GET', '/email/validate-address-link/{token}', 'Check what a mailed link would do'))
    .input(zAddressLink)
    .output(zAddressLinkValidity)
    .query(({ ctx, input }) => ctx.services.addresses.validate(input.token)),

  useAddressLink: openProcedure
    .meta(
      openRest(
        'POST',
        '/email/use-address-link',
        'Confirm an email address, or undo a change of it or a new second factor',
      ),
    )
    .input(zAddressLink)
    .output(zAddressLinkUsed)
    .mutation(async ({ ctx, input }) => {
      const purpose = await ctx.services.addresses.use(input.token);
      return { message: USED[purpose], purpose };
    }),
});
