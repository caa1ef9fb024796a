import { holdsSeat } from '#features/team/seats/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import {
  AGENT_CHANGED,
  PHONE_TAKEN_OVER,
  type AutoAnswerSetting,
  type agentsApi,
  type PhoneTakenOver,
} from '../contract.ts';
import { agentsRepo } from './agents.repo.ts';
import { groupNoOf, ownAgent } from './own-agent.ts';
import { phoneFacts } from './phone-facts.ts';
import { signPhoneIn } from './sip-logins.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { lineOf, lineUrl } from './web-call-lines.ts';

/** How the phone of a page signs in, and whether it answers by itself. */
export function phoneHandlers(
  world: World,
  secrets: TenantSecrets,
): Handlers<Pick<typeof agentsApi, 'sipInfo' | 'setAutoAnswer'>> {
  const { db, exchange, clock } = world;
  return {
    async sipInfo(caller, { agentName, deviceUniqueIdentification: deviceId, takeOver }) {
      const agent = await ownAgent(world, caller);
      const { email, sip_num: sipNum } = agent;
      if (agentName.toLowerCase() !== email.toLowerCase() && agentName !== sipNum)
        throw new Failure('phoneAgentMissing');
      if (!agent.enabled) throw new Failure('phoneAgentDisabled');
      const { tenantId, userId, sessionId } = caller;
      // Before the device: whatever rings, whoever works with it needs a seat, and asks for one where they are shared.
      if (!(await db.tenant({ tenantId }, (tx) => holdsSeat(tx, userId, 'voice', clock.nowMs()))))
        throw new Failure('phoneSeatUnavailable');
      if (agent.device === 'sipPhone') throw new Failure('sipPhoneInstead');
      if (agent.device === 'mobile') throw new Failure('mobileInstead');
      const line = await lineOf(world, agent.line_id);
      const { password, ha1, ccToken, tookOver } = await signPhoneIn(
        world,
        secrets,
        { tenantId, userId, sipNum, deviceId, sessionId },
        takeOver,
      );
      caller.operation.note(sipNum);
      if (tookOver) {
        const body: PhoneTakenOver = { deviceUniqueIdentification: deviceId };
        await db.tenant(caller, (tx) => tx.push({ kind: PHONE_TAKEN_OVER, body, to: { userId } }));
      }
      return {
        ...phoneFacts(world, agent),
        domain: exchange.domain,
        url: lineUrl(world, caller.origin.site, line),
        endPointId: line.id,
        groupNo: groupNoOf(agent),
        sipNum,
        email,
        enableWrapUp: agent.wrap_up,
        password,
        md5Pwd: ha1,
        ccAgent: sipNum,
        ccToken,
      };
    },

    async setAutoAnswer(caller, { autoAnswerEnable }) {
      const before = await ownAgent(world, caller);
      return db.tenant(caller, async (tx) => {
        await agentsRepo(tx).change(caller.userId, { autoAnswer: autoAnswerEnable });
        const after: AutoAnswerSetting = { autoAnswerEnable };
        caller.operation.note(before.sip_num, { before: { autoAnswerEnable: before.auto_answer }, after });
        await tx.push({ kind: AGENT_CHANGED, body: after, to: { userId: caller.userId } });
        return after;
      });
    },
  };
}
