import type { Call, Party } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import { partyOf } from '#core/call/call-turn.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { callsApi, LiveCalls } from '../contract.ts';
import { mayRecord } from '../core/recording-word.ts';
import type { CallDesk } from './call-desk.ts';
import { callsRepo } from './calls.repo.ts';
import type { DrivenCall } from './live-call.ts';
import { shownCalls } from './shown-calls.ts';
import { dropUnused, findGoal, isStillAgent } from './transfer-goal.ts';
import { transferTargetsRepo } from './transfer-targets.repo.ts';

type OwnCalls = Pick<
  typeof callsApi,
  | 'live'
  | 'hold'
  | 'unhold'
  | 'hangUp'
  | 'transfer'
  | 'transferSwap'
  | 'talkWith'
  | 'muteParty'
  | 'dropParty'
  | 'merge'
  | 'transferComplete'
  | 'transferCancel'
  | 'survey'
  | 'sendKeys'
>;

/** How a person's calls stand for them. */
export const liveFor = (desk: CallDesk, { tenantId, userId, needsMasking }: Caller): LiveCalls =>
  shownCalls(desk.viewsOf(tenantId, userId), needsMasking);

/** What agents ask for in their own calls. Each answer is how the calls stand after it. */
export function callHandlers({ db }: { db: Db }, desk: CallDesk): Handlers<OwnCalls> {
  const parts = desk.goalParts;
  /** The call, if it goes on and this person is in it. */
  function own(caller: Caller, callId: string): { live: DrivenCall; party: Party & { who: { kind: 'agent' } } } {
    const live = desk.call(caller.tenantId, callId);
    const party = live
      ?.current()
      .parties.find(
        ({ role, who }) =>
          role !== 'leaving' && role !== 'supervisor' && who.kind === 'agent' && who.userId === caller.userId,
      );
    if (!live || !party) throw new Failure('notFound');
    return { live, party: party as Party & { who: { kind: 'agent' } } };
  }

  /** The agent of a conversation asks; the event must change something, else it is not the time for it. */
  function ask(caller: Caller, callId: string, event: CallEvent): LiveCalls {
    const { live, party } = own(caller, callId);
    const before = live.current();
    if (party.role !== 'agent' || before.at !== 'talking') throw new Failure('callNotReady');
    live.send(event);
    if (live.current() === before && event.type !== 'keysAsked') throw new Failure('callNotReady');
    caller.operation.note(callId);
    return liveFor(desk, caller);
  }

  return {
    live: async (caller) => liveFor(desk, caller),
    hold: async (caller, { callId }) => ask(caller, callId, { type: 'holdAsked' }),
    unhold: async (caller, { callId }) => ask(caller, callId, { type: 'unholdAsked' }),
    async hangUp(caller, { callId }) {
      own(caller, callId).live.send({ type: 'hangUpAsked', userId: caller.userId });
      caller.operation.note(callId);
      return liveFor(desk, caller);
    },
    async transfer(caller, { callId, kind, target, reason = '' }) {
      const { live, party } = own(caller, callId);
      const { at, transfer } = live.current();
      if (party.role !== 'agent' || party.who.kind !== 'agent' || at !== 'talking' || transfer)
        throw new Failure('callNotReady');
      const found = await findGoal(parts, live, party.who, target);
      if ('refused' in found) throw new Failure(found.refused);
      if (isStillAgent(live, caller))
        live.send({ type: 'transferAsked', kind, to: found.goal, reportTo: null, reason });
      if (await dropUnused(parts, live, party.who, found.goal)) throw new Failure('callNotReady');
      // Whoever reads of the call later wants to know it too.
      if (reason !== '') await db.tenant(caller, (tx) => callsRepo(tx).addNote(caller, callId, reason));
      if (!('number' in target)) await db.tenant(caller, (tx) => transferTargetsRepo(tx, caller.userId).used(target));
      caller.operation.note(callId);
      return liveFor(desk, caller);
    },
    transferSwap: async (caller, { callId }) => ask(caller, callId, { type: 'swapAsked' }),
    talkWith: async (caller, { callId, with: next }) => ask(caller, callId, { type: 'talkWithAsked', with: next }),
    muteParty: async (caller, { callId, who, muted }) => ask(caller, callId, { type: 'muteAsked', who, muted }),
    dropParty: async (caller, { callId, who }) => ask(caller, callId, { type: 'dropAsked', who }),
    async merge(caller, { callId, otherCallId }) {
      const [here, there] = [own(caller, callId), own(caller, otherCallId)];
      const party = partnerOf(there.live.current(), there.party);
      const mayMerge = here.live !== there.live && here.party.role === 'agent' && isPlainTalk(here.live.current());
      if (!mayMerge || party?.at !== 'up' || !isPlainTalk(there.live.current())) throw new Failure('callNotReady');
      // Nobody but the person at the phone takes a call back that it keeps on hold: the leg of the other call is at their ear.
      const keepsOther = here.live.current().hold?.by === 'phone' && !there.live.current().hold;
      const moved = keepsOther ? there.party : null;
      const isUnrecorded = !mayRecord(there.live.current());
      here.live.send({ type: 'merged', party, own: moved, fromCall: otherCallId, isUnrecorded });
      there.live.send({ type: 'gaveAway', legs: [party.leg, ...(moved ? [moved.leg] : [])] });
      caller.operation.note(callId);
      return liveFor(desk, caller);
    },
    transferComplete: async (caller, { callId }) => ask(caller, callId, { type: 'completeAsked' }),
    transferCancel: async (caller, { callId }) => ask(caller, callId, { type: 'cancelAsked' }),
    survey: async (caller, { callId }) => ask(caller, callId, { type: 'surveyAsked' }),
    sendKeys: async (caller, { callId, keys }) => ask(caller, callId, { type: 'keysAsked', keys }),
  };
}

const isPlainTalk = ({ at, transfer }: Call): boolean => at === 'talking' && transfer === null;

/** Whom this person talks to, in a call of two. */
const partnerOf = (call: Call, { role }: Party): Party | undefined =>
  role === 'agent' ? partyOf(call, 'customer') : role === 'customer' ? partyOf(call, 'agent') : undefined;
