import type { Handlers } from '#platform/server/http/routes.ts';
import type { rosterApi } from '../contract/roster.ts';
import type { RosterParts } from './roster-parts.ts';
import { namesOf, refuseInCall, retireAfter } from './roster-rules.ts';
import { rosterRepo } from './roster.repo.ts';
import { endLoginOf, openStandingLogins } from './sip-logins.ts';
import { lineUrl, readLines } from './web-call-lines.ts';

/** What rings for an agent. The phone there was registers no more; a conversation on it goes on. */
export function deviceHandlers({
  world,
  secrets,
  needs,
}: RosterParts): Handlers<Pick<typeof rosterApi, 'deviceChange'>> {
  const { db, exchange, publicUrl } = world;
  return {
    async deviceChange(caller, { userId, device, evenInCall }) {
      const lines = await readLines(world);
      const makeLogin = await openStandingLogins(world, secrets, caller.tenantId);
      return db.tenant(caller, async (tx) => {
        const repo = rosterRepo(tx, needs);
        const [agent] = await repo.hold([userId]);
        refuseInCall([agent!], evenInCall);
        await repo.setDevice(userId, device);
        retireAfter(world, tx, [agent!]);
        caller.operation.note(namesOf([agent!]), { after: { device } });
        if (device === 'browser') {
          await endLoginOf(tx, userId);
          return null;
        }
        const { sipNum, lineId } = agent!;
        return {
          account: sipNum,
          domain: exchange.domain,
          ways: exchange.phoneWays?.().map((way) => ({ ...way })) ?? [],
          url: lineUrl(publicUrl, caller.origin.site, lines.find(({ id }) => id === lineId) ?? lines[0]!),
          password: await makeLogin(tx, { userId, sipNum }),
        };
      });
    },
  };
}
