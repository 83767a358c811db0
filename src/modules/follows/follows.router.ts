import {
  zCreateFollow,
  zFeedAddress,
  zFollow,
  zFollowDetail,
  zFollows,
  zUpdateFollow,
} from '../../contract/follows/follows.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { zMessage, zNothing, zRef } from '../../contract/shared/primitives.ts';
import { rest, t, userProcedure } from '../../trpc/procedures.ts';

export const followsRouter = t.router({
  list: userProcedure
    .meta(rest('GET', '/follows', 'List the searches you follow'))
    .input(zNothing)
    .output(zFollows)
    .query(async ({ ctx }) => ({
      data: await ctx.services.follows.list(),
      limit: LIMITS.follows.perAccount,
    })),

  byId: userProcedure
    .meta(rest('GET', '/follows/{id}', 'Get a followed search with its newest matches'))
    .input(zRef)
    .output(zFollowDetail)
    .query(({ ctx, input }) => ctx.services.follows.byId(input.id)),

  create: userProcedure
    .meta(rest('POST', '/follows', 'Follow a search'))
    .input(zCreateFollow)
    .output(zFollow)
    .mutation(({ ctx, input }) => ctx.services.follows.create(input)),

  update: userProcedure
    .meta(rest('PATCH', '/follows/{id}', 'Change or pause a followed search'))
    .input(zUpdateFollow)
    .output(zFollow)
    .mutation(({ ctx, input }) => ctx.services.follows.update(input)),

  remove: userProcedure
    .meta(rest('DELETE', '/follows/{id}', 'Stop following a search'))
    .input(zRef)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.follows.remove(input.id);
      return { message: 'You no longer follow this search.' };
    }),

  feed: userProcedure
    .meta(rest('GET', '/follows/feed', 'Get the link of your Atom feed'))
    .input(zNothing)
    .output(zFeedAddress)
    .query(({ ctx }) => ctx.services.followFeed.own()),

  renewFeed: userProcedure
    .meta(rest('POST', '/follows/feed', 'Give your Atom feed a new link'))
    .input(zNothing)
    .output(zFeedAddress)
    .mutation(({ ctx }) => ctx.services.followFeed.renew()),
});
