import { lineUrl, readLines } from '#features/team/agents/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { chatChannelsApi } from '../contract.ts';
import { CALL_LASTS_SEC, CALLED, givePass } from './call-passes.ts';
import { calledNow } from './called-group.ts';
import { channelsRepo } from './channels.repo.ts';
import { holderOf } from './visitor-lookup.ts';

/** Calls from the page of a visitor. */
export function visitorCallHandlers(
  world: Pick<World, 'db' | 'clock' | 'publicUrl' | 'exchange'>,
): Pick<Handlers<typeof chatChannelsApi>, 'callPass'> {
  const { db, clock, exchange } = world;
  return {
    async callPass({ origin }, { token }) {
      const visitor = await holderOf(db, token);
      const channel = await db.tenant(visitor, (tx) => channelsRepo(tx).find(visitor.channelId));
      const groupId = channel && (await calledNow(world, channel));
      const [line] = await readLines({ db });
      if (groupId === null || !line) throw new Failure('chatNoCalls');
      const pass = await db.tenant(visitor, (tx) =>
        givePass(tx, { visitorId: visitor.visitorId, groupId, domain: exchange.domain, address: origin.address }),
      );
      return {
        ...pass,
        domain: exchange.domain,
        url: lineUrl(world, origin.site, line),
        to: CALLED,
        ice_servers: exchange.iceServers(pass.guest, clock.nowMs(), CALL_LASTS_SEC),
      };
    },
  };
}
