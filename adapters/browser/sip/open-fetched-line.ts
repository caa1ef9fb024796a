import type { LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';

/**
 * A line whose code comes when it is first started: a library as large as the page around it, which nobody needs to see their desk.
 * No command answers, so what is asked of it meanwhile waits in its order; until then nothing is connected.
 */
export function openFetchedLine(fetch: () => Promise<PhoneLine>): PhoneLine {
  const listeners = new Set<(event: LineEvent) => void>();
  let line: PhoneLine | null = null;
  let isFetched = false;
  let waiting: ((line: PhoneLine) => void)[] = [];

  const ask = (command: (line: PhoneLine) => void): void => {
    if (line) command(line);
    else waiting.push(command);
  };

  const emit = (event: LineEvent): void => {
    for (const listener of listeners) listener(event);
  };

  async function bring(): Promise<void> {
    isFetched = true;
    let brought: PhoneLine;
    try {
      brought = await fetch();
    } catch (problem) {
      isFetched = false;
      // Who was stopped meanwhile waits for nothing.
      if (waiting.length === 0) return;
      waiting = [];
      emit({ type: 'error', which: 'connect', session: null, detail: String(problem) });
      emit({ type: 'disconnected', failed: true });
      return;
    }
    line = brought;
    brought.onEvent(emit);
    for (const command of waiting.splice(0)) {
      // One that throws is a bug as it would be later: the line is here, and the others are still meant.
      try {
        command(brought);
      } catch (problem) {
        reportError(problem);
      }
    }
  }

  return {
    start(account) {
      ask((known) => known.start(account));
      if (!isFetched) void bring();
    },
    stop() {
      waiting = [];
      line?.stop();
    },
    register: () => ask((known) => known.register()),
    unregister: () => ask((known) => known.unregister()),
    call: (session, target, headers) => ask((known) => known.call(session, target, headers)),
    answer: (session) => ask((known) => known.answer(session)),
    decline: (session, status) => ask((known) => known.decline(session, status)),
    hangUp: (session) => ask((known) => known.hangUp(session)),
    hold: (session, on) => ask((known) => known.hold(session, on)),
    mute: (session, on) => ask((known) => known.mute(session, on)),
    sendTone: (session, tone) => ask((known) => known.sendTone(session, tone)),
    look: () => line?.look() ?? { isUp: false, isRegistered: false, session: null },
    check: () => ask((known) => known.check()),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
