import type { AnswererEar, HeardAnswerer } from '#core/call/answerer-ear.port.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import type { AnswererEars } from './answerer-ears.ts';
import type { DrivenCall } from './live-call.ts';

interface AnswererEarsParts {
  telephony: Pick<Telephony, 'openStream'>;
  /** Null: nobody can listen, and whoever takes the line is taken for a person. */
  ear: AnswererEar | null;
  /** The call is still ours. */
  goesOn(callId: string): boolean;
  report(problem: unknown, callId: string): void;
}

/** What is said before the answer is worth less than who answers. */
const EARLY_MOST = 20;

export function openAnswererEars({ telephony, ear, goesOn, report }: AnswererEarsParts): AnswererEars {
  /** By the call; each is at one leg only. */
  const listening = new Map<string, { isEarly: boolean; stop(): void }>();

  function forget(callId: string): void {
    const listener = listening.get(callId);
    listening.delete(callId);
    listener?.stop();
  }

  async function listen(live: DrivenCall, leg: LegId): Promise<void> {
    const { id: callId, campaign } = live.current();
    const isEarly = campaign?.at === 'ringing';
    forget(callId);
    if (isEarly && [...listening.values()].filter((one) => one.isEarly).length >= EARLY_MOST) return;
    const unheard: CallEvent = { type: 'answererHeard', leg, who: 'person', silentMs: 0, isGuess: true };
    if (!ear) return live.send(unheard);
    try {
      const stream = await telephony.openStream(leg);
      if (!goesOn(callId) || live.current().at === 'over') return stream.close();
      const stop = ear.listen(stream, (answerer) => live.send(asEvent(leg, answerer)));
      if (!stop) {
        stream.close();
        return live.send(unheard);
      }
      listening.set(callId, {
        isEarly,
        stop() {
          stop();
          stream.close();
        },
      });
    } catch (problem) {
      report(problem, callId);
      live.send(unheard);
    }
  }

  return {
    async perform(effect, live) {
      if (effect.type === 'hearNoMore') return forget(live.current().id);
      // It left meanwhile.
      if (live.current().at === 'over') return;
      return listen(live, effect.leg);
    },
    forget,
  };
}

function asEvent(leg: LegId, answerer: HeardAnswerer): CallEvent {
  switch (answerer.is) {
    case 'speech':
      return { type: 'spokeEarly', leg };
    case 'machineWaits':
      return { type: 'machineWaits', leg };
    case 'machine':
      return { type: 'answererHeard', leg, who: 'machine', silentMs: 0 };
    case 'person':
      return { type: 'answererHeard', leg, who: 'person', silentMs: answerer.silentMs };
  }
}
