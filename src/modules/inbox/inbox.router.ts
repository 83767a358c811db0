import {
  type InboxCount,
  zInboxCount,
  zInboxList,
  zInboxPage,
  zMarkAllRead,
  zMarkRead,
} from '../../contract/inbox/inbox.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { type Channel, liveUpdates, zUpdates } from '../../trpc/live.ts';
import { rest, t, userProcedure } from '../../trpc/procedures.ts';

const CHANNEL: Channel<'inbox.changed', InboxCount> = {
  role: 'user',
  types: ['inbox.changed'],
  missed: null,
  updateFor: async ({ user_ids }, { viewer, services }) =>
    viewer && user_ids.includes(viewer.user_id) ? services.inbox.count() : null,
};

export const inboxRouter = t.router({
  list: userProcedure
    .meta(rest('GET', '/inbox', 'List the entries of your inbox, newest first'))
    .input(zInboxList)
    .output(zInboxPage)
    .query(({ ctx, input: { page, limit, ...filter } }) => ctx.services.inbox.list(filter, { page, limit })),

  count: userProcedure
    .meta(rest('GET', '/inbox/count', 'Count your unread inbox entries'))
    .input(zNothing)
    .output(zInboxCount)
    .query(({ ctx }) => ctx.services.inbox.count()),

  markRead: userProcedure
    .meta(rest('POST', '/inbox/mark-read', 'Mark entries as read'))
    .input(zMarkRead)
    .output(zInboxCount)
    .mutation(({ ctx, input }) => ctx.services.inbox.markRead(input.entries)),

  markAllRead: userProcedure
    .meta(rest('POST', '/inbox/mark-all-read', 'Mark all entries as read'))
    .input(zMarkAllRead)
    .output(zInboxCount)
    .mutation(({ ctx, input }) => ctx.services.inbox.markAllRead(input)),

  live: userProcedure
    .input(zNothing)
    .output(zUpdates(zInboxCount))
    .subscription(({ ctx, signal }) => liveUpdates(ctx, signal, CHANNEL)),
});
