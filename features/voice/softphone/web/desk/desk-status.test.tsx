import { describe, expect, test, vi } from 'vitest';
import { STATUS_CHANGED } from '#features/team/agent-status/contract.ts';
import { departure, forceSignOut } from '#platform/web/failure-handler.ts';
import { session } from '#platform/web/session.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { beforeSigningOut } from '#platform/web/signing-out.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { FakeSocket } from '#test/fake-socket.ts';
import { deskStage } from './desk-stage.fixture.ts';
import { anAgent, settle } from './desk.fixture.ts';

const stage = deskStage();

const socket = () => FakeSocket.all.at(-1)!;
const reports = () => stage.server.bodies('agentStatus/v1/event');
const status = (part: object) => ({
  data: {
    eventType: 8,
    direction: 'down',
    sipNumber: '8001',
    timeStamp: '2026-11-15 17:00:00',
    status: AgentStatus.onBreak,
    eventId: 2,
    ...part,
  },
});
const beVisible = () => document.dispatchEvent(new Event('visibilitychange'));

describe('coming', () => {
  test('[STATUS-13] [SOCK-01] coming is reported as login-web, and the agent socket goes to the node the server names', async () => {
    await stage.ready();
    expect(stage.server.bodies('agentStatus/v1/web')).toEqual([
      { status: 'login-web', sipNum: '8001', deviceUniqueIdentification: 'device-1' },
    ]);
    expect(new URL(socket().url).pathname).toBe('/cc/asm/websocket');
    expect(Object.fromEntries(new URL(socket().url).searchParams)).toMatchObject({
      token: 't1',
      sipNumber: '8001',
      asmIp: 'node-1',
    });
  });

  test('[STATUS-05] a new sign-in without a microphone begins on break, and the guide says how to allow it', async () => {
    await stage.ready({}, ({ sound }) => (sound.microphone = 'denied'));
    expect(reports()).toMatchObject([{ status: AgentStatus.onBreak, eventType: 1 }]);
    expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'microphone' });
  });

  test.each<['granted' | 'prompt', AgentStatus]>([
    ['granted', AgentStatus.available],
    ['prompt', AgentStatus.onBreak],
  ])(
    '[STATUS-05] [SHELL-20] a new sign-in that the browser asks about the microphone waits for the answer (%s)',
    async (answer, status) => {
      let settleQuestion!: (is: typeof answer) => void;
      const { desk } = await stage.ready({}, ({ sound }) => {
        sound.microphone = 'prompt';
        sound.askPermission = () => new Promise((resolve) => (settleQuestion = resolve));
      });
      expect([reports(), desk.view().sound.permission]).toEqual([[], 'prompt']);
      settleQuestion(answer);
      await settle();
      expect(reports()).toMatchObject([{ status }]);
    },
  );

  test('[STATUS-05] a page that is loaded again repeats the status it had; another sign-in does not', async () => {
    stage.server.state.agent = anAgent({ status: AgentStatus.meeting });
    const first = await stage.ready();
    first.desk.stop();
    const again = await stage.ready();
    expect(reports().at(-1)).toMatchObject({
      status: AgentStatus.meeting,
      eventType: 2,
      timeStamp: '2026-11-15 17:00:00',
    });
    again.desk.stop();
    session.start('token-of-another-one');
    const count = reports().length;
    await stage.ready({}, ({ sound }) => (sound.microphone = 'denied'));
    expect(reports().slice(count)).toMatchObject([{ status: AgentStatus.onBreak, eventType: 1 }]);
  });
});

describe('choosing', () => {
  test('[STATUS-04] a choice holds at once and is reported; in a call it is the next one, and a warning says so', async () => {
    const { desk, line } = await stage.ready();
    desk.chooseStatus(AgentStatus.eating);
    await Promise.resolve();
    expect(desk.view().agent?.status).toBe(AgentStatus.eating);
    await settle();
    expect(reports().at(-1)).toMatchObject({ status: AgentStatus.eating, eventType: 1 });
    expect(stage.toasts.at(-1)).toMatchObject({ tone: 'success', text: 'Your status is now Meal break.' });
    desk.chooseStatus(AgentStatus.available);
    await settle();
    line.ring('in-1', { [CallHeader.callId]: 'call-1' });
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    stage.server.state.agent = { ...stage.server.state.agent, call: { callId: 'call-1', at: 'talking' } };
    desk.chooseStatus(AgentStatus.meeting);
    await settle();
    expect(reports().at(-1)).toMatchObject({ status: AgentStatus.meeting, eventType: 1 });
    expect(desk.view().agent).toMatchObject({ status: AgentStatus.available, nextStatus: AgentStatus.meeting });
    expect(stage.toasts.at(-1)).toMatchObject({
      tone: 'warning',
      text: 'You are in a call. Afterwards your status will be “In a meeting”.',
    });
  });

  test('a choice the server refuses is told, and the page shows what is', async () => {
    const { desk } = await stage.ready();
    stage.server.state.refuse['/cc/api/agentStatus/v1/event'] = 'unexpected';
    desk.chooseStatus(AgentStatus.eating);
    await settle();
    expect(stage.toasts.at(-1)?.tone).toBe('error');
    expect(desk.view().agent?.status).toBe(AgentStatus.available);
  });
});

describe('what the server says', () => {
  test('[STATUS-02] a change somebody else made warns with their name, once', async () => {
    const { desk } = await stage.ready();
    socket().accept();
    socket().answer(status({ modifiedBy: 'Rosa' }));
    deliverEvent(STATUS_CHANGED, anAgent({ status: AgentStatus.onBreak, modifiedBy: 'Rosa', eventId: 2 }));
    await settle();
    expect(stage.toasts.filter(({ text }) => text.includes('Rosa'))).toMatchObject([
      { tone: 'warning', text: 'Rosa changed your status to On break.' },
    ]);
    expect(desk.view().agent?.status).toBe(AgentStatus.onBreak);
    expect(desk.view().phone.agent.status).toBe(AgentStatus.onBreak);
  });

  test('[STATUS-06] a call the server counts as missed opens the idle dialog', async () => {
    await stage.ready();
    socket().accept();
    socket().answer(status({ reason: 'missed', callId: 'call-1' }));
    expect(shellDialogs.current()).toEqual({ kind: 'idle' });
  });

  test('the server asks for a sign of life and gets it', async () => {
    await stage.ready();
    socket().accept();
    socket().answer({ data: { eventType: 7, ask: true } });
    socket().answer({ data: { eventType: 7, ask: false } });
    expect(socket().sent).toContainEqual({ eventType: 7, answer: true });
    expect(socket().sent.filter((one) => (one as { answer?: boolean }).answer)).toHaveLength(1);
  });

  test('[SOCK-03] a refusal on the agent socket is shown in the server’s words', async () => {
    await stage.ready();
    socket().accept();
    socket().answer({ code: 20001, msg: 'Somebody was faster.' });
    expect(stage.toasts.at(-1)).toMatchObject({ tone: 'error', text: 'Somebody was faster.' });
  });

  test('[SOCK-02] 4001 ends the session; any other close comes back, says what was seen last, and repeats the status', async () => {
    const departed = vi.spyOn(departure, 'go').mockImplementation(() => {});
    await stage.ready();
    socket().accept();
    socket().answer(status({ eventId: 6 }));
    socket().drop(1006);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(new URL(socket().url).searchParams.get('lastEventId')).toBe('6');
    socket().accept();
    expect(socket().sent).toMatchObject([
      { eventType: 8, direction: 'up', sipNumber: '8001', status: AgentStatus.onBreak, statusEvent: 2 },
    ]);
    await settle();
    expect(stage.server.bodies('calls/v1/live')).toHaveLength(2);
    socket().drop(4001);
    await vi.waitFor(() => expect(departed).toHaveBeenCalledWith('/login?reason=tokenExpired'));
  });

  test('[SOCK-02] told to load anew, the page reads its status and its calls', async () => {
    await stage.ready();
    socket().accept();
    const [mine, live] = [
      stage.server.bodies('agentStatus/v1/mine').length,
      stage.server.bodies('calls/v1/live').length,
    ];
    socket().answer({ data: { eventType: 9 } });
    await settle();
    expect(stage.server.bodies('agentStatus/v1/mine')).toHaveLength(mine + 1);
    expect(stage.server.bodies('calls/v1/live')).toHaveLength(live + 1);
  });
});

describe('repeating', () => {
  test('[STATUS-09] every third minute the status is said again', async () => {
    await stage.ready();
    socket().accept();
    const repeats = () => socket().sent.filter((one) => (one as { eventType: number }).eventType === 8).length;
    const before = repeats();
    await vi.advanceTimersByTimeAsync(179_000);
    expect(repeats()).toBe(before);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(repeats()).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(repeats()).toBe(before + 2);
  });

  test('[STATUS-07] a connection that was lost and made again repeats the status', async () => {
    const { line } = await stage.ready();
    const before = reports().length;
    line.emit({ type: 'disconnected', failed: false });
    await settle();
    expect(reports().slice(before)).toMatchObject([{ status: AgentStatus.available, eventType: 2 }]);
  });

  test('[STATUS-08] a page that is seen again repeats its status, but neither in a call nor in wrap-up', async () => {
    const { line, desk } = await stage.ready();
    const before = reports().length;
    beVisible();
    await settle();
    expect(reports().length).toBeGreaterThan(before);
    expect(line.all('check')).toHaveLength(1);
    line.ring('in-1', { [CallHeader.callId]: 'call-1' });
    desk.press({ type: 'answerPressed' });
    line.emit({ type: 'answered', session: 'in-1' });
    line.isWilling = false;
    await settle();
    const inCall = reports().length;
    beVisible();
    await settle();
    expect(reports()).toHaveLength(inCall);
  });
});

describe('wrap-up', () => {
  const wrapUp = {
    callId: 'call-1',
    startTime: '2026-11-15 09:00:00',
    endTime: '2026-11-15 09:00:30',
    latestEndTime: '2026-11-15 09:05:30',
  };

  test('[STATUS-10] wrap-up ends at its time, is reported with its moments, and the status is what it was', async () => {
    const { desk } = await stage.ready();
    deliverEvent(STATUS_CHANGED, anAgent({ wrapUp, eventId: 1 }));
    await settle();
    expect(desk.view().agent?.wrapUp).toEqual(wrapUp);
    expect(desk.view().phone.agent.waiting).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(stage.server.bodies('agentStatus/v1/wrapUp')).toEqual([
      { callId: 'call-1', startTime: '2026-11-15 09:00:00', endTime: '2026-11-15 09:00:30' },
    ]);
    expect(desk.view().agent).toMatchObject({ wrapUp: null, status: AgentStatus.available });
  });

  test('[STATUS-10] the agent is done sooner, or wants longer', async () => {
    const { desk } = await stage.ready();
    deliverEvent(STATUS_CHANGED, anAgent({ wrapUp, eventId: 1 }));
    desk.extendWrapUp(30);
    await settle();
    expect(stage.server.bodies('wrapUp/extend')).toEqual([{ seconds: 30 }]);
    deliverEvent(STATUS_CHANGED, anAgent({ wrapUp: { ...wrapUp, endTime: '2026-11-15 09:01:00' }, eventId: 1 }));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(stage.server.bodies('agentStatus/v1/wrapUp')).toEqual([]);
    desk.endWrapUp();
    await settle();
    expect(stage.server.bodies('agentStatus/v1/wrapUp')).toMatchObject([{ endTime: '2026-11-15 09:00:31' }]);
  });
});

describe('going', () => {
  test('[STATUS-11] signing out reports 68, the wrap-up, logout-web, and then puts the phone away', async () => {
    const { line } = await stage.ready();
    const wrapUp = {
      callId: 'call-1',
      startTime: '2026-11-15 09:00:00',
      endTime: '2026-11-15 09:00:30',
      latestEndTime: '2026-11-15 09:05:30',
    };
    deliverEvent(STATUS_CHANGED, anAgent({ wrapUp, eventId: 1 }));
    stage.server.asked.splice(0);
    const left = beforeSigningOut();
    await settle();
    await left;
    expect(
      stage.server.asked.map(({ url, body }) =>
        `${url.split('/').at(-1)} ${(body as { status?: unknown }).status ?? ''}`.trim(),
      ),
    ).toEqual(['event 68', 'wrapUp', 'web logout-web']);
    expect(line.all('unregister')).toHaveLength(1);
    expect(localStorage.getItem('reloadStatus')).toBeNull();
    expect(document.cookie).not.toContain('sipNum=8001');
  });

  test('[SOCK-02] a session that ended elsewhere hangs up on nobody: the page signs out once the call is over', async () => {
    const go = vi.spyOn(departure, 'go').mockImplementation(() => {});
    const { line } = await stage.ready();
    line.ring('in-1', { [CallHeader.callId]: 'call-1' });
    line.emit({ type: 'answered', session: 'in-1' });
    await settle();
    socket().accept();
    socket().drop(4001);
    await vi.waitFor(() =>
      expect(stage.toasts.filter(({ text }) => text.startsWith('Your sign-in has ended'))).toHaveLength(1),
    );
    forceSignOut('signedOut');
    await settle();
    expect([go.mock.calls, session.token() === null]).toEqual([[], false]);
    expect(stage.toasts.filter(({ text }) => text.startsWith('Your sign-in has ended'))).toHaveLength(1);
    line.end('in-1', 'them', null);
    await settle();
    expect(go).toHaveBeenCalledWith('/login?reason=tokenExpired');
    expect(session.token()).toBeNull();
  });

  test('[STATUS-11] a server that does not answer keeps nobody signed in', async () => {
    const { line } = await stage.ready();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    let gone = false;
    void beforeSigningOut()!.then(() => (gone = true));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(gone).toBe(true);
    expect(line.all('unregister')).toHaveLength(1);
  });

  test('[STATUS-11] who signs out where the phone was taken away leaves the other device alone', async () => {
    await stage.ready();
    deliverEvent('agents.phoneTakenOver', { deviceUniqueIdentification: 'another' });
    await settle();
    stage.server.asked.splice(0);
    const left = beforeSigningOut();
    await settle();
    await left;
    expect(stage.server.asked).toEqual([]);
  });

  test('[STATUS-12] the tab with the phone is closed while another is open: nobody is taken offline for chats by it', async () => {
    await stage.ready();
    stage.server.asked.splice(0);
    window.dispatchEvent(new Event('beforeunload'));
    window.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(stage.server.asked.filter(({ url }) => url.endsWith('switch_online_status'))).toEqual([]);
  });
});
