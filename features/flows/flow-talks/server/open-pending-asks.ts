import type { Answer, Ask, FlowEvent } from '#core/flow/flow-events.ts';
import type { AskListener, Asks } from './asks.ts';
import type { Mouth } from './mouth.ts';
import type { PendingAsks } from './pending-asks.ts';

interface PendingAskParts {
  asks: Asks;
  mouth: Pick<Mouth, 'detect' | 'detectLanguage' | 'bridge'>;
  addMessage: AskListener['addMessage'];
  send(event: FlowEvent): void;
}

/** Who is on the line is asked of the mouth, which hears them; everything else of the world. */
export function openPendingAsks({ asks, mouth, addMessage, send }: PendingAskParts): PendingAsks {
  /** How each is forgotten. */
  const forgets = new Map<number, () => void>();

  function answered(askId: number, answer: Answer): void {
    forgets.delete(askId);
    send({ type: 'answered', askId, answer });
  }

  function askMouth(askId: number, detected: Promise<Answer>): void {
    let isWanted = true;
    forgets.set(askId, () => void (isWanted = false));
    void detected.then((answer) => isWanted && answered(askId, answer));
  }

  function askWorld(askId: number, ask: Ask): void {
    // An answer may come before `begin` returns.
    forgets.set(askId, () => {});
    const stop = asks.begin(ask, {
      answered: (answer) => answered(askId, answer),
      brainSaid: (sentence) => send({ type: 'brainSaid', askId, sentence }),
      brainCalled: (call) => send({ type: 'brainCalled', askId, ...call }),
      brainDone(text, failed) {
        forgets.delete(askId);
        send({ type: 'brainDone', askId, text, failed });
      },
      addMessage,
      takesLong: () => mouth.bridge(),
    });
    if (forgets.has(askId)) forgets.set(askId, stop);
  }

  function forget(askId: number): void {
    const stop = forgets.get(askId);
    forgets.delete(askId);
    stop?.();
  }

  return {
    begin(askId, ask) {
      if (ask.what === 'detect') askMouth(askId, mouth.detect(ask.maxMs));
      else if (ask.what === 'detectLanguage') askMouth(askId, mouth.detectLanguage(ask.among, ask.maxMs));
      else askWorld(askId, ask);
    },
    forget,
    forgetAll() {
      for (const askId of forgets.keys()) forget(askId);
    },
    count: () => forgets.size,
  };
}
