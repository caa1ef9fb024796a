import { createHash } from 'node:crypto';
import { openPasswordProof } from '#features/team/account/server/index.ts';
import { touchDevice } from '#features/team/devices/server/index.ts';
import { holdsSeat } from '#features/team/seats/server/index.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { PhoneUserInfo } from '../contract.ts';
import { agentsRepo, makeAgent } from './agents.repo.ts';
import { phoneFacts } from './phone-facts.ts';
import { signPhoneIn } from './sip-logins.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { lineUrl, readLines } from './web-call-lines.ts';

type UserInfoWorld = Pick<World, 'db' | 'clock' | 'demo' | 'metrics' | 'telephony' | 'exchange' | 'publicUrl'>;

/** Signs in a phone that knows nothing but e-mail and password (specification W7, one connection type). */
export function userInfoHandler(world: UserInfoWorld, secrets: TenantSecrets) {
  const { db, clock, exchange } = world;
  const prove = openPasswordProof(world);

  return async ({ origin, credentials }: Visitor): Promise<PhoneUserInfo> => {
    if (!credentials) throw new Failure('wrongCredentials');
    const { userId, tenantId } = await prove(credentials.name, credentials.password, origin);
    // Such a phone has no name for itself; its program and where it is tell it from others.
    const deviceId = `basic:${createHash('sha256').update(`${origin.userAgent}\n${origin.address}`).digest('base64url').slice(0, 22)}`;
    const { agent, isDid } = await db.tenant({ tenantId }, async (tx) => {
      const repo = agentsRepo(tx);
      if (!(await repo.hasVoiceSeat(userId)) || !(await holdsSeat(tx, userId, 'voice', clock.nowMs())))
        throw new Failure('phoneSeatUnavailable');
      await makeAgent(tx, { tenantId, userId });
      await touchDevice(tx, { userId, deviceId, userAgent: origin.userAgent, address: origin.address, kind: 'phone' });
      return { agent: (await repo.find(userId))!, isDid: await repo.hasDidNumber() };
    });
    if (!agent.enabled) throw new Failure('phoneAgentDisabled');
    if (agent.device === 'sipPhone') throw new Failure('sipPhoneInstead');
    if (agent.device === 'mobile') throw new Failure('mobileInstead');
    const sipNum = agent.sip_num;
    const { password, ha1, ccToken } = await signPhoneIn(
      world,
      secrets,
      { tenantId, userId, sipNum, deviceId, sessionId: null },
      false,
    );
    const lines = await readLines({ db });
    const url = lineUrl(world, origin.site, lines.find(({ id }) => id === agent.line_id) ?? lines[0]!);
    return {
      ...phoneFacts(world, agent),
      md5Pwd: ha1,
      nxuser: agent.email,
      nxpass: password,
      domain: exchange.domain,
      wssurl: url,
      ccAgent: sipNum,
      ccToken,
      ccQueue: agent.group_nos.join(','),
      username: agent.name,
      sipdomain: exchange.domain,
      sipaccount: sipNum,
      sippassword: password,
      cip: origin.address,
      isdid: isDid ? 1 : 0,
      sendsms: 0,
      wssserver: url,
      flushreg: 1,
    };
  };
}
