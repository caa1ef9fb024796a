import { holdsSeat } from '#features/team/seats/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { LineCheckState } from '#shared/codes/line-check-state.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import {
  AGENT_CHANGED,
  agentsApi,
  PHONE_TAKEN_OVER,
  type AgentSwitches,
  type PhoneTakenOver,
  type WebCallLine,
} from '../contract.ts';
import { agentsRepo, makeAgent, type AgentRow } from './agents.repo.ts';
import { demoAgents } from './demo.ts';
import { convertPhone, encryptTypeOf, phoneWords } from './phone-privacy.ts';
import { endLoginsOf, signPhoneIn } from './sip-logins.ts';
import { sweepJob } from './sweep.ts';
import { openTenantSecrets } from './tenant-secrets.ts';
import { userInfoHandler } from './user-info.ts';
import { lineName, lineUrl, readLines, type WebCallLineRow } from './web-call-lines.ts';

export { agentRows, makeAgent } from './agents.repo.ts';
export { phoneAccount, sipAccounts, type PhoneAccount } from './phone-accounts.ts';
export { isPhoneWord, phoneWords, type PhoneWords } from './phone-privacy.ts';
export { endLoginOf } from './sip-logins.ts';
export { openTenantSecrets, type TenantSecrets } from './tenant-secrets.ts';
export { lineName, lineUrl, readLines } from './web-call-lines.ts';

/** Who has a phone: accounts of the exchange, their lines and settings. */
export function agents(world: World): ServerFeature {
  const { db, sessions, telephony, exchange, clock, log, publicUrl } = world;
  const secrets = openTenantSecrets(db);
  const words = phoneWords(secrets);
  let stopListening = (): void => {};

  /** The caller's phone, made when it is asked for the first time. */
  async function own(caller: Caller): Promise<AgentRow> {
    if (!caller.voiceSeat) throw new Failure('phoneSeatUnavailable');
    return db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      const repo = agentsRepo(tx);
      const found = await repo.find(caller.userId);
      if (found) return found;
      await makeAgent(tx, caller);
      return (await repo.find(caller.userId))!;
    });
  }

  const shown = (caller: Caller, agent: AgentRow, line: WebCallLineRow): WebCallLine => ({
    id: line.id,
    name: lineName(world, caller.language, line),
    domain: exchange.domain,
    url: lineUrl(publicUrl, caller.origin.site, line),
    utcDate: toWireTime(clock.nowMs()),
    is_check: LineCheckState.waiting,
    endPointName: line.path,
    email: agent.email,
    groupNo: groupNoOf(agent),
    sipNum: agent.sip_num,
    current: line.id === agent.line_id,
  });

  async function lineOf(id: number): Promise<WebCallLineRow> {
    const line = (await readLines(world)).find((one) => one.id === id);
    if (!line) throw new Failure('notFound');
    return line;
  }

  return {
    name: 'agents',
    demo: demoAgents,
    jobs: [sweepJob(world)],
    routes: routes('agents', agentsApi, {
      async sipInfo(caller, { agentName, deviceUniqueIdentification: deviceId, takeOver }) {
        const agent = await own(caller);
        const { email, sip_num: sipNum } = agent;
        if (agentName.toLowerCase() !== email.toLowerCase() && agentName !== sipNum)
          throw new Failure('phoneAgentMissing');
        if (!agent.enabled) throw new Failure('phoneAgentDisabled');
        const { tenantId, userId, sessionId } = caller;
        if (!(await db.tenant({ tenantId }, (tx) => holdsSeat(tx, userId, 'voice', clock.nowMs()))))
          throw new Failure('phoneSeatUnavailable');
        const line = await lineOf(agent.line_id);
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
        const nowMs = clock.nowMs();
        return {
          domain: exchange.domain,
          url: lineUrl(publicUrl, caller.origin.site, line),
          endPointId: line.id,
          groupNo: groupNoOf(agent),
          sipNum,
          email,
          utcDate: toWireTime(nowMs),
          agentType: agent.agent_type,
          callMonitorInterval: agent.call_monitor_interval_sec,
          enableWrapUp: agent.wrap_up,
          autoAnswerEnable: agent.auto_answer,
          password,
          md5Pwd: ha1,
          ccAgent: sipNum,
          ccToken,
          iceServers: exchange.iceServers(sipNum, nowMs),
        };
      },

      async setAutoAnswer(caller, { autoAnswerEnable }) {
        const before = await own(caller);
        return db.tenant(caller, async (tx) => {
          await agentsRepo(tx).change(caller.userId, { autoAnswer: autoAnswerEnable });
          const after: AgentSwitches = { autoAnswerEnable };
          caller.operation.note(before.sip_num, { before: { autoAnswerEnable: before.auto_answer }, after });
          await tx.push({ kind: AGENT_CHANGED, body: after, to: { userId: caller.userId } });
          return after;
        });
      },

      userInfo: userInfoHandler(world, secrets),

      async lines(caller) {
        const agent = await own(caller);
        return (await readLines(world)).map((line) => shown(caller, agent, line));
      },
      async line(caller, { endPointId }) {
        const agent = await own(caller);
        return shown(caller, agent, await lineOf(endPointId ?? agent.line_id));
      },
      async changeLine(caller, { endPointId }) {
        const line = await lineOf(endPointId);
        const before = await own(caller);
        await db.tenant(caller, async (tx) => {
          await agentsRepo(tx).change(caller.userId, { lineId: line.id });
          caller.operation.note(before.sip_num, { before: { line: before.line_id }, after: { line: line.id } });
        });
        return shown(caller, { ...before, line_id: line.id }, line);
      },

      convertPhone: (caller, input) => convertPhone(db, words, caller, input),
      encryptType: async (caller) => ({ encryptType: await encryptTypeOf(db, caller) }),
      security: async (caller) => ({
        salt_key: (await secrets.derive(caller.tenantId, 'salt')).toString('hex').slice(0, 32),
        role_need_desensitize: caller.needsMasking,
      }),
    }),

    async start() {
      stopListening = sessions.onEnded((sessionId) => {
        endLoginsOf(world, sessionId)
          .then((accounts) => Promise.all(accounts.map((account) => telephony.forget(account))))
          .catch((problem: unknown) =>
            log.warn({ err: problem, sessionId }, 'the phone of an ended session stays until it registers again'),
          );
      });
    },
    async stop() {
      stopListening();
    },
  };
}

const groupNoOf = ({ group_nos: [first] }: AgentRow): string => (first === undefined ? '' : String(first));
