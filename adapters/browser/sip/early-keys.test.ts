import { expect, test, vi } from 'vitest';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import { LineCall } from './line-call.ts';

/** A call we make, as far as its INVITE, over a connection whose sound carries keys. */
async function anInvite() {
  const insertDTMF = vi.fn<(tones: string) => void>();
  const peerConnection = {
    getSenders: () => [{ dtmf: { canInsertDTMF: true, toneBuffer: '', insertDTMF } }],
  };
  let progress = (_answer: { message: { statusCode: number; body: string } }): void => {};
  const session = {
    stateChange: { addListener() {} },
    sessionDescriptionHandler: { peerConnection },
    async invite({ requestDelegate }: { requestDelegate: { onProgress: typeof progress } }) {
      progress = requestDelegate.onProgress;
    },
  };
  const events: LineEvent[] = [];
  const microphone = { track: { enabled: true }, onTrack() {}, close() {} };
  const call = new LineCall('out-1', session as never, {
    emit: (event) => void events.push(event),
    sound: { openMicrophone: async () => microphone, playVoice() {} } as never,
    nowMs: () => 0,
    isConnected: () => true,
    whenConnected: async () => true,
    later() {},
    reportEverySec: 5,
  });
  await call.place();
  return {
    call,
    insertDTMF,
    eventTypes: () => events.map(({ type }) => type),
    progress: (body: string) => progress({ message: { statusCode: 183, body } }),
  };
}

test('[CALL-15] keys work before the answer where a machine already speaks, and not where nobody does', async () => {
  const { call, insertDTMF, eventTypes, progress } = await anInvite();
  progress('');
  await call.tone('1');
  expect([insertDTMF.mock.calls.length, eventTypes().includes('toneFailed')]).toEqual([0, true]);
  progress('v=0');
  await call.tone('2');
  expect(insertDTMF).toHaveBeenCalledWith('2', 160, 70);
  expect(eventTypes().at(-1)).toBe('toneSent');
});
