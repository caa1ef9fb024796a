import { describe, expect, test, vi } from 'vitest';
import { PREFERENCES_CHANGED } from '#features/office/preferences/contract.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { deskStage } from './desk-stage.fixture.ts';
import { anAgent, settle, type FakeSound } from './desk.fixture.ts';

const stage = deskStage();
const reports = () => stage.server.bodies('agentStatus/v1/event');

describe('sound before available', () => {
  const silent = ({ sound }: { sound: FakeSound }): void => void (sound.isBlocked = true);

  test('[STATUS-05] [complaint 6] whoever arrives available on a silent page is on break and asked, until they enable sound', async () => {
    const { desk, sound } = await stage.ready({}, silent);
    expect(reports()).toMatchObject([{ status: AgentStatus.onBreak, eventType: 1 }]);
    expect([desk.view().sound.isAsked, desk.view().agent?.status]).toEqual([true, AgentStatus.onBreak]);
    sound.isBlocked = false;
    sound.emit({ type: 'needsGesture', needed: false });
    await settle();
    expect(reports()).toHaveLength(1);
    desk.answerSound(true);
    await settle();
    expect(reports().at(-1)).toMatchObject({ status: AgentStatus.available, eventType: 1 });
    expect([desk.view().sound.isAsked, desk.view().agent?.status]).toEqual([false, AgentStatus.available]);
  });

  test('[STATUS-04] [complaint 6] nobody becomes available whom the browser does not let us ring; cancelled, they stay as they were', async () => {
    stage.server.state.agent = anAgent({ status: AgentStatus.eating });
    const { desk, sound } = await stage.ready({}, silent);
    expect(desk.view().sound.isAsked).toBe(false);
    desk.chooseStatus(AgentStatus.available);
    await settle();
    expect([
      reports().filter((one) => (one as { eventType: number }).eventType === 1),
      desk.view().sound.isAsked,
    ]).toEqual([[], true]);
    sound.isBlocked = false;
    sound.emit({ type: 'needsGesture', needed: false });
    desk.answerSound(false);
    await settle();
    expect([desk.view().sound.isAsked, desk.view().agent?.status]).toEqual([false, AgentStatus.eating]);
  });

  test('[SHELL-20] [complaint 6] where a click does not help, the guide shows what does, and goes when it has helped', async () => {
    const { desk, sound } = await stage.ready({}, silent);
    desk.answerSound(true);
    await settle();
    expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'audio' });
    expect(desk.view().sound.isAsked).toBe(true);
    sound.isBlocked = false;
    sound.emit({ type: 'needsGesture', needed: false });
    expect(shellDialogs.current()).toBeNull();
  });

  test('[CALL-02] [SHELL-20] [complaint 6] a bell the browser refuses shows the guide, and the call stays', async () => {
    const { desk, line, sound } = await stage.ready();
    line.ring('in-1', { [CallHeader.callId]: 'call-1' });
    await settle();
    silent({ sound });
    sound.emit({ type: 'needsGesture', needed: true });
    expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'audio' });
    expect([desk.view().phone.call?.at, line.all('decline')]).toEqual(['incoming', []]);
  });
});

describe('microphone and ringtone', () => {
  test('[SHELL-20] without microphone and sound one guide names both; allowed later, each goes by itself', async () => {
    const { sound } = await stage.ready({}, (made) => {
      made.sound.microphone = 'denied';
      made.sound.isBlocked = true;
    });
    expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'both' });
    sound.isBlocked = false;
    sound.emit({ type: 'needsGesture', needed: false });
    expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'microphone' });
    sound.microphone = 'granted';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shellDialogs.current()).toBeNull();
  });

  test('[SHELL-32] a microphone that is missing is told once with what to do, and taken when it is plugged in', async () => {
    const { desk, sound } = await stage.ready({}, (made) => (made.sound.microphone = 'missing'));
    expect([desk.view().sound.permission, stage.toasts.map(({ text }) => text)]).toEqual([
      'missing',
      [expect.stringMatching(/Plug in a headset/)],
    ]);
    await vi.advanceTimersByTimeAsync(3 * 1_000);
    expect(stage.toasts).toHaveLength(1);
    sound.microphone = 'granted';
    sound.emit({ type: 'devicesChanged', devices: sound.devices() });
    await settle();
    expect(desk.view().sound.permission).toBe('granted');
  });

  test('[PHONE-04] [complaint 13] a headset that is unplugged is told in a notice', async () => {
    const { sound } = await stage.ready();
    sound.emit({ type: 'deviceLost', kind: 'speaker', name: 'Headset' });
    expect(stage.toasts.at(-1)).toMatchObject({ tone: 'warning', text: expect.stringContaining('Headset') });
  });

  test('[CALL-02] the person’s ringtone rings, and one chosen on another computer from then on', async () => {
    stage.server.state.ringtone = 'marimba';
    const { ringtones } = await stage.ready();
    deliverEvent(PREFERENCES_CHANGED, { theme: 'dark' });
    deliverEvent(PREFERENCES_CHANGED, { ringtone: 'pulse' });
    expect(ringtones).toEqual(['marimba', 'pulse']);
  });
});
