import type { Telephony } from '#core/telephony/telephony.port.ts';

/** An exchange in memory, for tests of everything above it. */
export function fakeTelephony(): Telephony {
  const nothing = async (): Promise<void> => {};
  return {
    ring: nothing, announceRinging: nothing, openEarlyMedia: nothing, answer: nothing, refuse: nothing, hangUp: nothing,
    bridge: nothing, separate: nothing, hold: nothing, play: nothing, stopPlaying: nothing, sendKeys: nothing,
    record: nothing, stopRecording: nothing, monitor: nothing, reportTransfer: nothing,
    openStream: () => Promise.reject(new Error('not built')),
    legs: async () => [],
    isRegistered: () => false,
    forget: nothing,
    onEvent: () => () => {},
  };
}
