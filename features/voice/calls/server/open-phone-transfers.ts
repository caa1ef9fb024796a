import type { Party } from '#core/call/call.ts';
import { partyAt, partyOf } from '#core/call/call-turn.ts';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import { mayRecord } from '../core/recording-word.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { DrivenCall } from './live-call.ts';
import type { PhoneTransfers, TransferAsked } from './phone-transfers.ts';
import { dropUnused, findGoal, isStillAgent, type GoalParts } from './transfer-goal.ts';

interface PhoneTransferParts extends GoalParts {
  telephony: Telephony;
  desk: DeskCalls;
  report(problem: unknown, callId?: string): void;
}

const DECLINED = 603;
const NO_SUCH_CALL = 481;
const NOT_NOW = 480;

export function openPhoneTransfers({ telephony, desk, report, ...parts }: PhoneTransferParts): PhoneTransfers {
  async function blind(live: DrivenCall, agent: Party, { leg, to }: TransferAsked): Promise<void> {
    if (agent.who.kind !== 'agent') return;
    const found = await findGoal(parts, live, agent.who, { number: to });
    if ('refused' in found) return telephony.reportTransfer(leg, found.sipStatus);
    const isStill = isStillAgent(live, agent.who);
    if (isStill) live.send({ type: 'transferAsked', kind: 'blind', to: found.goal, reportTo: leg });
    await dropUnused(parts, live, agent.who, found.goal);
    if (!isStill) await telephony.reportTransfer(leg, NOT_NOW);
  }

  /** Only the agent's own other leg may be named, and only while both talk. */
  function attended(live: DrivenCall, agent: Party, leg: LegId, replaces: LegId): number | null {
    const other = desk.byLeg(replaces);
    const own = other && partyAt(other.current(), replaces);
    if (
      !other ||
      other === live ||
      own?.role !== 'agent' ||
      own.who.kind !== 'agent' ||
      agent.who.kind !== 'agent' ||
      own.who.userId !== agent.who.userId
    )
      return NO_SUCH_CALL;
    const party = partyOf(other.current(), 'customer');
    if (other.current().at !== 'talking' || live.current().at !== 'talking' || party?.at !== 'up') return NOT_NOW;
    // Whoever said no to a recording, or was not told of it yet, is not recorded with others either.
    const isUnrecorded = !mayRecord(other.current());
    live.send({ type: 'joined', party, fromCall: other.current().id, reportTo: leg, isUnrecorded });
    other.send({ type: 'gaveAway', legs: [party.leg] });
    return null;
  }

  return {
    asked(event) {
      const live = desk.byLeg(event.leg);
      const agent = live && partyAt(live.current(), event.leg);
      const refuse = (sipStatus: number): void =>
        void telephony.reportTransfer(event.leg, sipStatus).catch((problem: unknown) => report(problem));
      if (!live || agent?.role !== 'agent') return refuse(DECLINED);
      if (event.replaces === null)
        return void blind(live, agent, event).catch(
          (problem: unknown) => (report(problem, live.current().id), refuse(NOT_NOW)),
        );
      const status = attended(live, agent, event.leg, event.replaces);
      if (status !== null) refuse(status);
    },
  };
}
