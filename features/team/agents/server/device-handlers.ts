import { readDialled } from '#core/call/dialled-number.ts';
import { readWrittenNumber } from '#core/numbers/own-number.ts';
import { applyAccessChanges } from '#features/team/access/server/index.ts';
import { boundPhone } from '#features/team/account/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { agentsApi, OwnDevice } from '../contract.ts';
import type { AgentDevice, rosterApi } from '../contract/roster.ts';
import { agentsRepo } from './agents.repo.ts';
import type { RosterParts } from './roster-parts.ts';
import { namesOf, refuseInCall, retireAfter } from './roster-rules.ts';
import { rosterRepo, type HeldAgent } from './roster.repo.ts';
import { endLoginOf, openStandingLogins } from './sip-logins.ts';
import { lineUrl, readLines } from './web-call-lines.ts';

type DeviceCalls = Pick<typeof rosterApi, 'deviceChange'> & Pick<typeof agentsApi, 'ownDevice' | 'setOwnDevice'>;

/** What rings for an agent. The phone there was registers no more; a conversation on it goes on. */
export function deviceHandlers(parts: RosterParts): Handlers<DeviceCalls> {
  const { world, secrets, needs } = parts;
  const { db, exchange } = world;

  /** Whoever decides about calls knows of it at once. */
  async function give(tx: TenantTx, agent: HeldAgent, device: AgentDevice, mobile: string | null): Promise<void> {
    await rosterRepo(tx, needs).setDevice(agent.userId, device, mobile);
    retireAfter(world, tx, [agent]);
    if (device !== 'sipPhone') await endLoginOf(tx, agent.userId);
    await applyAccessChanges(world, tx, [agent.userId]);
  }

  return {
    async deviceChange(caller, { userId, device, mobileNumber, evenInCall }) {
      const mobile = device === 'mobile' ? readMobile(mobileNumber ?? '') : null;
      const lines = await readLines(world);
      const makeLogin = await openStandingLogins(world, secrets, caller.tenantId);
      return db.tenant(caller, async (tx) => {
        const [agent] = await rosterRepo(tx, needs).hold([userId]);
        refuseInCall([agent!], evenInCall);
        await give(tx, agent!, device, mobile);
        caller.operation.note(namesOf([agent!]), { before: { device: agent!.device }, after: { device } });
        if (device !== 'sipPhone') return null;
        const { sipNum, lineId } = agent!;
        return {
          account: sipNum,
          domain: exchange.domain,
          ways: exchange.phoneWays?.().map((way) => ({ ...way })) ?? [],
          url: lineUrl(world, caller.origin.site, lines.find(({ id }) => id === lineId) ?? lines[0]!),
          password: await makeLogin(tx, { userId, sipNum }),
        };
      });
    },

    ownDevice: (caller) => ownDevice(db, caller),

    async setOwnDevice(caller, { device }) {
      const { provenPhone } = await ownDevice(db, caller);
      if (device === 'mobile' && provenPhone === '') throw new Failure('phoneNotBound');
      const mobile = device === 'mobile' ? readMobile(provenPhone) : null;
      await db.tenant(caller, async (tx) => {
        const [agent] = await rosterRepo(tx, needs).hold([caller.userId]);
        if (agent!.device === 'sipPhone') throw new Failure('sipPhoneInstead');
        refuseInCall([agent!], false);
        await give(tx, agent!, device, mobile);
        caller.operation.note(agent!.name, { before: { device: agent!.device }, after: { device } });
      });
      return ownDevice(db, caller);
    },
  };
}

/** A number that may ring for somebody: a whole one, and none for help, service or at a premium. */
function readMobile(written: string): string {
  const read = readWrittenNumber(written);
  if (read.is !== 'number' || readDialled(`+${read.number}`, '').is !== 'number') throw new Failure('mobileWrong');
  return read.number;
}

async function ownDevice(db: Db, { tenantId, userId }: Caller): Promise<OwnDevice> {
  const provenPhone = await db.everyTenant('a phone is bound to a person', (tx) => boundPhone(tx, userId));
  const agent = await db.tenant({ tenantId }, (tx) => agentsRepo(tx).find(userId));
  const { device = 'browser', mobile_number: mobileNumber = null } = agent ?? {};
  return { device, mobileNumber: device === 'mobile' ? (mobileNumber ?? '') : '', provenPhone: provenPhone ?? '' };
}
