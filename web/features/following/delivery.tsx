import { ChannelProblem, UnconfirmedAddress } from '../../follows/channel-problem.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel, Section } from '../../ui/page/panel.tsx';
import { QueryPlaceholder } from '../../ui/query-error.tsx';
import { DiscordWebhook } from './discord-webhook.tsx';
import { FeedAddress } from './feed-address.tsx';

/** The channels of all followed searches: their addresses, and what went wrong. */
export function Delivery() {
  const query = trpc.notices.settings.useQuery({});
  const notices = query.data;
  return (
    <section aria-label="Delivery" className="space-y-4">
      <h2 className="text-xl font-semibold tracking-tight">Delivery</h2>
      {notices ? (
        <Panel>
          <Section title="Email" about="At once, or a digest once a day or once a week.">
            <div className="space-y-3">
              <ChannelProblem channel="email" notices={notices} />
              {notices.email.confirmed ? (
                <p className="text-base">
                  Sent to the address of your account. <Badge tone="approved">Confirmed</Badge>
                </p>
              ) : (
                <UnconfirmedAddress />
              )}
            </div>
          </Section>
          <Section title="Your Discord" about="A webhook of a channel on a Discord server of yours.">
            <DiscordWebhook notices={notices} />
          </Section>
          <Section
            title="Atom feed"
            about="For feed readers. Anyone who knows the address can read it, so keep it to yourself."
          >
            <FeedAddress />
          </Section>
        </Panel>
      ) : (
        <QueryPlaceholder query={query} className="h-96 rounded-lg!" />
      )}
    </section>
  );
}
