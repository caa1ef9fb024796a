import { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import { PATIENCE_MS, reasonOfStatus, reasonOfOutside, type ProviderCalls } from './provider-calls.ts';

export function openProviderCalls(wire: OutsideWire, patienceMs = PATIENCE_MS): ProviderCalls {
  const underWay = new Set<AbortController>();
  let isClosed = false;
  return {
    async *ask(request, signal, { accepts }) {
      if (signal.aborted) throw new SpeechFailure('cancelled');
      if (isClosed) throw new SpeechFailure('absent');
      const line = new AbortController();
      underWay.add(line);
      const hangUp = (): void => line.abort();
      signal.addEventListener('abort', hangUp, { once: true });
      let [isSlow, isWhole] = [false, false];
      const impatient = (): NodeJS.Timeout =>
        setTimeout(() => {
          isSlow = true;
          line.abort();
        }, patienceMs);
      let patience = impatient();
      try {
        const { status, headers, body } = await wire.stream(request, line.signal);
        const problem = reasonOfStatus(status);
        if (problem) throw new SpeechFailure(problem, `http ${status}`);
        if (!accepts.test(headers['content-type'] ?? '')) throw new SpeechFailure('garbage', 'content type');
        for await (const piece of body) {
          // Whoever reads may take its time.
          clearTimeout(patience);
          if (line.signal.aborted) throw new OutsideFailure('unreachable');
          yield piece;
          patience = impatient();
        }
        isWhole = true;
      } catch (thrown) {
        if (signal.aborted) throw new SpeechFailure('cancelled');
        if (isSlow) throw new SpeechFailure('slow');
        if (thrown instanceof OutsideFailure) throw new SpeechFailure(reasonOfOutside(thrown), thrown.reason);
        throw thrown;
      } finally {
        clearTimeout(patience);
        signal.removeEventListener('abort', hangUp);
        underWay.delete(line);
        if (!isWhole) line.abort();
      }
    },
    close() {
      isClosed = true;
      for (const line of underWay) line.abort();
    },
  };
}
