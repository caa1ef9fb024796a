import { partyOf } from '#core/call/call-turn.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import type { callsApi } from '../contract.ts';
import type { CallDesk } from './call-desk.ts';
import { liveFor } from './call-handlers.ts';
import type { DrivenCall } from './live-call.ts';

type Monitoring = Pick<typeof callsApi, 'monitorStart' | 'monitorMode' | 'monitorStop' | 'monitorTakeOver'>;

/** Supervisors at the calls of others. Every start, change and stop is in the operation log. */
export function monitorHandlers(
  { exchange, telephony }: Pick<World, 'exchange' | 'telephony'>,
  desk: CallDesk,
  board: AgentBoard,
): Handlers<Monitoring> {
  /** Addresses on the wire name our own node; nothing a page sends makes the server look elsewhere. */
  const isOurs = (node: string): boolean => node === '' || node === exchange.node;

  function listened(caller: Caller, callId: string): DrivenCall {
    const live = desk.call(caller.tenantId, callId);
    const isThere = live
      ?.current()
      .parties.some(({ role, who }) => role === 'supervisor' && who.kind === 'agent' && who.userId === caller.userId);
    if (!live || !isThere) throw new Failure('notFound');
    return live;
  }

  return {
    async monitorStart(caller, { sipNumber, uuid, asmIp, cmsIp, action, part = action }) {
      if (!isOurs(asmIp) || !isOurs(cmsIp)) throw new Failure('notAllowed');
      const supervisor = board.agent(caller.userId, caller.tenantId);
      if (!supervisor || supervisor.sipNum !== sipNumber) throw new Failure('notAllowed');
      const live = desk.call(caller.tenantId, uuid);
      const agent = live && partyOf(live.current(), 'agent');
      if (!live || agent?.who.kind !== 'agent') throw new Failure('notFound');
      const isFree =
        supervisor.call === null &&
        desk.viewsOf(caller.tenantId, caller.userId).length === 0 &&
        telephony.isRegistered(sipNumber);
      if (live.current().at !== 'talking' || !isFree) throw new Failure('monitorNotPossible');
      live.send({
        type: 'monitorAsked',
        userId: caller.userId,
        sipNum: sipNumber,
        name: supervisor.name,
        ...(part === 'takeOver' ? { mode: 'listen', takesOver: true } : { mode: part }),
      });
      caller.operation.note(uuid, { after: { agent: agent.who.name, action: part } });
      const { customerNumber, customerCountry, ourNumber } = live.current().facts;
      return {
        sipNum: agent.who.sipNum,
        action,
        uuid,
        fsIp: exchange.node,
        agent: agent.who.name,
        countryCode: countries.find(({ iso2 }) => iso2 === customerCountry)?.code ?? '',
        cidNumber: caller.needsMasking ? maskPhone(customerNumber) : customerNumber,
        displayDidNumber: ourNumber,
        hasEncrypt: caller.needsMasking,
      };
    },
    async monitorMode(caller, { callId, mode }) {
      listened(caller, callId).send({ type: 'monitorModeAsked', userId: caller.userId, mode });
      caller.operation.note(callId, { after: { mode } });
      return liveFor(desk, caller);
    },
    async monitorTakeOver(caller, { callId }) {
      const live = listened(caller, callId);
      const agent = partyOf(live.current(), 'agent')?.who;
      const before = live.current();
      live.send({ type: 'takeOverAsked', userId: caller.userId });
      if (live.current() === before) throw new Failure('callNotReady');
      caller.operation.note(callId, { after: { from: agent?.kind === 'agent' ? agent.name : '' } });
      return liveFor(desk, caller);
    },
    async monitorStop(caller, { callId }) {
      listened(caller, callId).send({ type: 'monitorStopAsked', userId: caller.userId });
      caller.operation.note(callId);
      return liveFor(desk, caller);
    },
  };
}
