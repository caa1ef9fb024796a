import { SessionState } from 'sip.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import { LineCall } from './line-call.ts';

/** A call we make, as far as its INVITE, over a connection whose sound carries keys. */
async function anInvite() {
  const insertDTMF = vi.fn<(tones: string) => void>();
  const peerConnection = {
    getSenders: () => [{ dtmf: { canInsertDTMF: true, toneBuffer: '', insertDTMF } }],
  };
  let progress = (_answer: { message: { statusCode: number; body: string } }): void => {};
  let answered = (_state: SessionState): void => {};
  const offers: boolean[] = [];
  interface Asked {
    requestDelegate: { onProgress: typeof progress; onAccept?(): void };
    sessionDescriptionHandlerOptions?: { hold: boolean };
  }
  const session = {
    stateChange: { addListener: (listener: typeof answered) => (answered = listener) },
    dispose: async () => {},
    bye: async () => {},
    sessionDescriptionHandler: { peerConnection },
    async invite({ requestDelegate, sessionDescriptionHandlerOptions }: Asked) {
      if (!sessionDescriptionHandlerOptions) return void (progress = requestDelegate.onProgress);
      offers.push(sessionDescriptionHandlerOptions.hold);
      requestDelegate.onAccept?.();
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
    answered: () => answered(SessionState.Established),
    offers,
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

test('[CALL-15] [CALL-11] a hold waits until the keys pressed before it were heard, and what is asked after it comes after it', async () => {
  const { call, answered, offers } = await anInvite();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answered();
  await call.hold(true);
  expect(offers, 'no key, no wait').toEqual([true]);
  await call.hold(false);
  await call.tone('5');
  const done = Promise.all([call.hold(true), call.hold(false)]);
  await vi.advanceTimersByTimeAsync(459);
  expect(offers).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(offers).toEqual([true, false, true, false]);
  call.hangUp();
});
