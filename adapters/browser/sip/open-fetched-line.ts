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

  async function bring(): Promise<void> {
    isFetched = true;
    const brought = await fetch();
    line = brought;
    brought.onEvent((event) => {
      for (const listener of listeners) listener(event);
    });
    for (const command of waiting.splice(0)) command(brought);
  }

  return {
    start(account) {
      ask((known) => known.start(account));
      if (!isFetched)
        bring().catch((problem: unknown) => {
          isFetched = false;
          waiting = [];
          for (const listener of listeners) {
            listener({ type: 'error', which: 'connect', session: null, detail: String(problem) });
            listener({ type: 'disconnected', failed: true });
          }
        });
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
