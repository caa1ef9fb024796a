import { act, change, type CallTurn } from './call-turn.ts';

/** Somebody else has the customer now: the flow is told, and asks nothing more. */
export function handedOver(turn: CallTurn): void {
  const { flow } = turn.call;
  if (!flow) return;
  if (flow.asking) act(turn, { type: 'answerFlow', askId: flow.asking.askId, ok: true, why: '' });
  else act(turn, { type: 'leaveFlow', why: 'handedOver' });
  change(turn, { flow: null });
}

/** The call is over for the flow, too; what it promised is kept. */
export function leaveFlow(turn: CallTurn, outcome: string): void {
  const { flow, facts, at, campaign } = turn.call;
  if (!flow) return;
  const { promise, fallbackGroupId } = flow;
  if (promise)
    act(turn, { type: 'promiseAgain', groupId: promise.groupId, number: promise.number, queuedAtMs: turn.nowMs });
  // A server that stops loses nobody whose group calls back; a campaign calls again by its own rules.
  else if (
    outcome === 'server' &&
    at === 'flow' &&
    !campaign &&
    fallbackGroupId !== null &&
    facts.customerNumber !== ''
  )
    act(turn, {
      type: 'promiseAgain',
      groupId: fallbackGroupId,
      number: facts.customerNumber,
      queuedAtMs: facts.startedMs,
      onlyIfAllowed: true,
    });
  act(turn, { type: 'leaveFlow', why: outcome === 'server' ? 'server' : 'callerGone' });
  change(turn, { flow: null });
}
