import type { Step } from '#core/machine.ts';
import type { Call } from '#core/call/call.ts';
import type { CallEffect, CallEvent, Saying } from '#core/call/call-events.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { callMachine } from './call-machine.ts';
import { goingOn } from './going-on.ts';

/**
 * What is kept of a call that goes on, so that another process can go on with it: the machine's state, and what its process remembers
 * beside it. Words, so that it can be written down.
 */
export interface KeptCall {
  call: Call;
  /** When it was so, by the clock of the call. */
  atMs: number;
  /** What it asked to be woken for and was not yet. One of an older turn does nothing, as ever. */
  timers: readonly { dueMs: number; event: CallEvent }[];
  /** How long legs that ring may do so. */
  rings: readonly { leg: LegId; untilMs: number }[];
  /** What the customer is being told. */
  said: Saying | null;
}

/** Of what is written. Another one is not read: such a call ends as if nothing were kept. Raised when an old state would mislead the machine. */
export const KEPT_VERSION = 1;

export const keptFirst = (call: Call, atMs: number): KeptCall => ({ call, atMs, timers: [], rings: [], said: null });

/** What is to be kept after a step. */
export function keptAfter(
  kept: KeptCall,
  event: CallEvent & { nowMs: number },
  { state: call, effects }: Step<Call, CallEffect>,
): KeptCall {
  let { timers, rings, said } = kept;
  const atMs = event.nowMs;
  if (event.type === 'timeUp') timers = timers.filter((timer) => !isSame(timer.event, event));
  for (const effect of effects) {
    if (effect.type === 'wake') timers = [...timers, { dueMs: atMs + effect.afterMs, event: effect.event }];
    else if (effect.type === 'ringAgent' || effect.type === 'ringNumber')
      rings = [...rings, { leg: effect.leg, untilMs: atMs + effect.timeoutMs }];
    else if (effect.type === 'play' && effect.playId === call.playing)
      said = { leg: effect.leg, sound: effect.sound, playId: effect.playId };
  }
  const isRinging = (leg: LegId): boolean => call.parties.some((party) => party.leg === leg && party.at === 'ringing');
  return {
    call,
    atMs,
    timers: call.at === 'over' ? [] : timers,
    rings: rings.filter(({ leg }) => isRinging(leg)),
    said: said?.playId === call.playing ? said : null,
  };
}

const isSame = (set: CallEvent, up: Extract<CallEvent, { type: 'timeUp' }>): boolean =>
  set.type === 'timeUp' && set.what === up.what && set.turn === up.turn;

export const writtenCall = (kept: KeptCall): string => JSON.stringify(kept);

/** Null: a version wrote it that knows calls otherwise, or nobody can go on from it. No such call stops a desk. */
export function readCall(version: number, text: string): KeptCall | null {
  if (version !== KEPT_VERSION) return null;
  try {
    const kept = JSON.parse(text) as KeptCall;
    tryOut(kept);
    return kept;
  } catch {
    return null;
  }
}

/**
 * Throws where the state is of another shape than the machine's, whatever its version says: what will be asked of it is asked once for trial,
 * which changes nothing.
 */
function tryOut({ call, atMs, timers, rings, said }: KeptCall): void {
  const isWhole =
    typeof call.id === 'string' &&
    Number.isFinite(call.tenantId) &&
    Number.isFinite(call.made) &&
    Number.isFinite(atMs) &&
    timers.every(({ dueMs, event }) => Number.isFinite(dueMs) && typeof event.type === 'string') &&
    rings.every(({ leg, untilMs }) => typeof leg === 'string' && Number.isFinite(untilMs)) &&
    (said === null || typeof said.leg === 'string') &&
    call.parties.every(({ leg, role, who }) => [leg, role, who.kind].every((word) => typeof word === 'string'));
  if (!isWhole) throw new Error('not a call as this version knows it');
  goingOn([call]);
  const living = call.parties.map(({ leg }) => leg);
  callMachine(call, { type: 'takenUp', living, answered: [], said, nowMs: atMs });
  callMachine(call, { type: 'broke', nowMs: atMs });
}
