import type { Call } from '#core/call/call.ts';
import { partyOf, userOf } from '#core/call/call-turn.ts';
import type { GoingOn } from '#core/call/going-on.ts';

/** What calls that were found again mean to the board, the line, the limits and the campaigns. */
export const goingOn = (calls: readonly Call[]): GoingOn => ({
  calls: calls.map(({ id }) => id),
  agents: calls.toSorted((a, b) => a.facts.startedMs - b.facts.startedMs).flatMap(agentsIn),
  inLine: calls.flatMap(({ queue, parties }) => {
    const agent = parties.find(({ role, shownAs }) => role === 'agent' && shownAs === 'offered');
    return queue && !queue.greeting ? [{ queueId: queue.queueId, offeredTo: userOf(agent) }] : [];
  }),
  served: calls.flatMap(({ id, queue, facts }) => (queue ? [] : [id, ...(facts.callbackOf ? [facts.callbackOf] : [])])),
  dials: calls.flatMap(({ parties }) =>
    parties.flatMap(({ dial }) => (dial ? [{ userId: dial.userId, number: dial.number }] : [])),
  ),
  campaigns: calls.flatMap((call) => {
    const { id: callId, campaign, facts, at } = call;
    if (!campaign || at === 'over') return [];
    const agent = partyOf(call, 'agent');
    const userId = userOf(agent);
    const isOffered = agent?.shownAs === 'offered';
    return [
      {
        callId,
        at: campaign.at,
        goal: campaign.goal.kind,
        hasRung: campaign.rangMs !== null,
        dialledMs: facts.startedMs,
        userId: isOffered ? null : userId,
        offeredTo: isOffered ? userId : null,
      },
    ];
  }),
});

/** Since when they do what they do in it, as far as the call knows. */
const agentsIn = ({ id, parties, answeredMs, facts }: Call): GoingOn['agents'] =>
  parties.flatMap(({ who, shownAs, reservedAs }) => {
    if (who.kind !== 'agent' || shownAs === null) return [];
    const isRung = shownAs === 'offered';
    return {
      userId: who.userId,
      callId: isRung ? (reservedAs ?? id) : id,
      at: isRung ? 'ringing' : shownAs,
      sinceMs: shownAs === 'talking' ? (answeredMs ?? facts.startedMs) : facts.startedMs,
    };
  });
