import { enqueueMatchMails } from '../src/modules/notices/match-mails.ts';
import { MatchPosts } from '../src/modules/notices/match-posts.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { Loop } from './loop.ts';

const IDLE_MS = 1_000;

/** The loops that deliver matches at once, by mail and to Discord. Any number of processes may run them. */
export function createMatchLoops({ orm, clock, logger, config, settingBox }: Runtime): Loop[] {
  const posts = new MatchPosts({ orm, clock, logger, config, settingBox });
  return [
    new Loop({
      what: 'assigning matches to mails',
      logger,
      step: async () => {
        const em = orm.em.fork({ useContext: true });
        return (await enqueueMatchMails({ em, clock }, 'at_once')) ? 0 : IDLE_MS;
      },
    }),
    new Loop({
      what: 'posting matches to webhooks',
      logger,
      step: async () => ((await posts.step()) ? 0 : IDLE_MS),
    }),
  ];
}
