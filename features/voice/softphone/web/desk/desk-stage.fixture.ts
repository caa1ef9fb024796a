import { afterEach, beforeEach, vi } from 'vitest';
import { session } from '#platform/web/session.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { fakeSockets } from '#test/fake-socket.ts';
import { AgentSocket, aDesk, bringTexts, collectToasts, phoneServer, SERVER_MS, settle } from './desk.fixture.ts';

/** What the tests of a file stand on: for each of them a server, notices and clocks of its own, and every desk stopped after it. */
export function deskStage() {
  const stage = {
    server: {} as ReturnType<typeof phoneServer>,
    toasts: [] as ReturnType<typeof collectToasts>,
    /** Called after the test. */
    stops: [] as (() => void)[],
    /** A desk whose phone is registered, unless what prepares it says otherwise. */
    async ready(part: Parameters<typeof aDesk>[0] = {}, prepare: (made: ReturnType<typeof aDesk>) => void = () => {}) {
      const made = aDesk(part);
      prepare(made);
      const desk = made.open();
      stage.stops.push(desk.stop);
      await settle();
      return { ...made, desk, line: made.line() };
    },
  };
  beforeEach(async () => {
    await bringTexts();
    vi.useFakeTimers({ now: SERVER_MS });
    fakeSockets(AgentSocket);
    session.start('token-of-this-sign-in');
    shellDialogs.close();
    stage.toasts = collectToasts();
    stage.server = phoneServer();
  });
  afterEach(() => {
    for (const stop of stage.stops.splice(0)) stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return stage;
}
