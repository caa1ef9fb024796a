import type { Step } from '#core/machine.ts';

/**
 * The call of a visitor, as the page shows it.
 *
 *   idle ─▶ offered ─▶ asking ─▶ calling ─▶ talking ─▶ over ─▶ asking …
 *     └────────────────▲  └─────────┴── refused, given up ──▲  └─▶ idle
 *
 * 1. The microphone comes before the pass: a pass lives a minute, and a person may think longer.
 * 2. Whoever hangs up while something is awaited has hung up: what arrives later changes nothing.
 * 3. Sound that does not come back ends the call: at the other end it is over already.
 */
export type VisitorCall =
  | { at: 'idle' | 'offered' }
  | { at: 'asking'; turn: number; has: 'nothing' | 'microphone' }
  | { at: 'calling'; turn: number; muted: boolean }
  | { at: 'talking'; turn: number; muted: boolean; sinceMs: number; isCut: boolean }
  | { at: 'over'; turn: number; why: CallOver; /** What the server said, where it said why. */ refusalText: string };

/** Why a call is over, in the visitor's words. */
export type CallOver = 'ended' | 'micRefused' | 'micMissing' | 'busy' | 'notTaken' | 'lost' | 'refused' | 'failed';

export type VisitorCallEvent =
  /** Somebody came by a link to call. */
  | { type: 'invited' }
  | { type: 'callPressed' | 'hangUpPressed' | 'closePressed' | 'mutePressed' }
  /** `unreached`: what would open it could not be fetched. */
  | { type: 'microphone'; turn: number; is: 'open' | 'refused' | 'missing' | 'unreached' }
  | { type: 'passGiven'; turn: number }
  /** The server gives no pass (`refusalText` why), or cannot be asked. */
  | { type: 'passRefused'; turn: number; refusalText: string }
  | { type: 'answered'; nowMs: number }
  | { type: 'soundLost' | 'soundBack' }
  | { type: 'soundOverdue'; turn: number }
  | { type: 'ended'; by: 'us' | 'them' | 'lost'; status: number | null };

export type VisitorCallEffect =
  | { type: 'openMicrophone' | 'askPass'; turn: number }
  | { type: 'place' | 'hangUp' }
  | { type: 'mute'; on: boolean }
  | { type: 'wake'; afterMs: number; event: VisitorCallEvent };

/** Longer than a tunnel, shorter than anybody talks to nobody. */
export const SOUND_LOST_MS = 20_000;
const BUSY_HERE = 486;

export const noVisitorCall: VisitorCall = { at: 'idle' };

export function visitorCall(call: VisitorCall, event: VisitorCallEvent): Step<VisitorCall, VisitorCallEffect> {
  switch (event.type) {
    case 'invited':
      return to(call.at === 'idle' ? { at: 'offered' } : call);
    case 'callPressed': {
      if (call.at !== 'idle' && call.at !== 'offered' && call.at !== 'over') return to(call);
      const turn = turnOf(call) + 1;
      return to({ at: 'asking', turn, has: 'nothing' }, { type: 'openMicrophone', turn });
    }
    case 'microphone': {
      if (call.at !== 'asking' || call.turn !== event.turn) return to(call);
      if (event.is !== 'open') return over(call, whyNoMicrophone[event.is]);
      return to({ ...call, has: 'microphone' }, { type: 'askPass', turn: call.turn });
    }
    case 'passGiven':
      return call.at === 'asking' && call.turn === event.turn
        ? to({ at: 'calling', turn: call.turn, muted: false }, { type: 'place' })
        : to(call);
    case 'passRefused':
      return call.at === 'asking' && call.turn === event.turn
        ? over(call, event.refusalText ? 'refused' : 'failed', event.refusalText)
        : to(call);
    case 'answered':
      return to(
        call.at === 'calling'
          ? { at: 'talking', turn: call.turn, muted: call.muted, sinceMs: event.nowMs, isCut: false }
          : call,
      );
    case 'mutePressed':
      return call.at === 'calling' || call.at === 'talking'
        ? to({ ...call, muted: !call.muted }, { type: 'mute', on: !call.muted })
        : to(call);
    case 'soundLost':
      if (call.at !== 'talking' || call.isCut) return to(call);
      return to(
        { ...call, isCut: true },
        { type: 'wake', afterMs: SOUND_LOST_MS, event: { type: 'soundOverdue', turn: call.turn } },
      );
    case 'soundBack':
      return to(call.at === 'talking' ? { ...call, isCut: false } : call);
    case 'soundOverdue':
      return call.at === 'talking' && call.turn === event.turn && call.isCut ? over(call, 'lost') : to(call);
    case 'hangUpPressed':
      return call.at === 'asking' || call.at === 'calling' || call.at === 'talking' ? over(call, 'ended') : to(call);
    case 'closePressed':
      return to(call.at === 'over' || call.at === 'offered' ? noVisitorCall : call);
    case 'ended':
      if (call.at !== 'calling' && call.at !== 'talking') return to(call);
      return over(
        call,
        event.by === 'lost'
          ? 'lost'
          : call.at === 'talking'
            ? 'ended'
            : event.status === BUSY_HERE
              ? 'busy'
              : event.by === 'them'
                ? 'notTaken'
                : 'failed',
      );
  }
}

const whyNoMicrophone = { refused: 'micRefused', missing: 'micMissing', unreached: 'failed' } as const;

const to = (state: VisitorCall, ...effects: VisitorCallEffect[]): Step<VisitorCall, VisitorCallEffect> => ({
  state,
  effects,
});
const turnOf = (call: VisitorCall): number => ('turn' in call ? call.turn : 0);
/** Whatever was opened is let go, also where the other side ended it. */
const over = (call: VisitorCall, why: CallOver, refusalText = ''): Step<VisitorCall, VisitorCallEffect> =>
  to({ at: 'over', turn: turnOf(call), why, refusalText }, { type: 'hangUp' });
