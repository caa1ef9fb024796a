import { FRAME_MS } from '#core/telephony/sound.ts';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import { sayingHz, soundMs } from './fake-hearing.ts';
import { accountOf, fakeLeg, type FakeLeg } from './fake-leg.ts';
import type { FakeRoom } from './fake-room.ts';
import { fakeStream } from './fake-stream.ts';

const DEFAULT_KEY_GAP_MS = 250;
const COMMA_MS = 2_000;

/** The port. Every command is noted, done, and what it causes told once it has returned. */
export function fakeCommands(room: FakeRoom, outlivesProcess: boolean): Telephony {
  const command =
    <Args extends readonly unknown[]>(name: keyof Telephony, run: (...args: Args) => void) =>
    async (...args: Args): Promise<void> => {
      room.log.push({ command: name, args });
      run(...args);
      queueMicrotask(() => room.emitAll());
    };
  const ofLeg = <Rest extends readonly unknown[]>(name: keyof Telephony, run: (leg: FakeLeg, ...rest: Rest) => void) =>
    command(name, (id: LegId, ...rest: Rest) => {
      const leg = room.living(id);
      if (leg && !leg.isOutOfReach) run(leg, ...rest);
    });

  return {
    outlivesProcess,
    ring: command('ring', (id, target, options) => {
      if (room.legs.has(id)) throw new Error(`leg ${id} exists already`);
      const account = accountOf(target);
      const leg = fakeLeg(id, 'placed', account, 'number' in target ? target.number : target.account, options);
      room.legs.set(id, leg);
      if (account !== null && !room.contacts.has(account)) return room.end(leg, 'unreachable', 480, 'us');
      leg.cancelTimer = room.after(options.timeoutMs, () => room.end(leg, 'noAnswer', 408, 'us'));
      if (account !== null) room.rings(leg);
    }),
    announceRinging: ofLeg('announceRinging', (leg) => void leg.provisionalStatuses.push(180)),
    openEarlyMedia: ofLeg('openEarlyMedia', (leg) => {
      if (leg.made !== 'offered' || leg.at !== 'waiting') return;
      leg.early = true;
      leg.provisionalStatuses.push(183);
    }),
    answer: ofLeg('answer', (leg) => {
      if (leg.made === 'offered') room.answered(leg);
    }),
    refuse: ofLeg('refuse', (leg, sipStatus: number, _reason?: string) => {
      if (leg.made === 'offered' && leg.at === 'waiting') room.end(leg, 'refused', sipStatus, 'us');
      else room.hangUp(leg);
    }),
    hangUp: ofLeg('hangUp', (leg) => room.hangUp(leg)),

    bridge: command('bridge', (...ids: LegId[]) => room.bridge(ids)),
    separate: ofLeg('separate', (leg) => room.hear(leg, { at: 'nothing' })),
    hold: ofLeg('hold', (leg, music) => room.hear(leg, { at: 'hold', music, sinceMs: room.clock.nowMs() })),
    mute: ofLeg('mute', (leg, muted) => {
      leg.muted = muted;
    }),
    play: ofLeg('play', (leg, sound, { playId = '', loop = false } = {}) => {
      room.stopSound(leg);
      const cancel = loop ? () => {} : room.after(soundMs(sound), () => room.stopSound(leg, true));
      leg.playing = { sound, playId, loop, sinceMs: room.clock.nowMs(), cancel };
    }),
    stopPlaying: ofLeg('stopPlaying', (leg) => room.stopSound(leg)),
    sendKeys: ofLeg('sendKeys', (leg, keys, gapMs = DEFAULT_KEY_GAP_MS) => {
      let atMs = 0;
      for (const key of keys) {
        const press = () => {
          if (key !== ',' && leg.at !== 'ended') leg.keysHeard += key;
        };
        if (atMs === 0) press();
        else room.after(atMs, press);
        atMs += key === ',' ? COMMA_MS : gapMs;
      }
    }),

    record: ofLeg('record', (leg, recordingId) => {
      if (!room.recordings.has(recordingId)) room.recordings.set(recordingId, { leg, durationMs: 0, pieces: [] });
    }),
    stopRecording: command('stopRecording', (recordingId) => room.finishRecording(recordingId)),
    monitor: ofLeg('monitor', (supervisor, target, mode) => {
      if (room.living(target)) room.hear(supervisor, { at: 'monitor', target, mode });
    }),
    reportTransfer: ofLeg('reportTransfer', (leg, sipStatus) => void leg.transferReports.push(sipStatus)),
    async openStream(id) {
      room.log.push({ command: 'openStream', args: [id] });
      const leg = room.living(id);
      const stream = fakeStream(() => {
        if (leg?.stream === stream) leg.stream = null;
      });
      if (!leg) return stream;
      room.stopSound(leg);
      leg.stream = stream;
      const tick = (): void => {
        if (leg.stream !== stream) return;
        stream.tick(sayingHz(leg));
        room.after(FRAME_MS, tick);
      };
      room.after(FRAME_MS, tick);
      queueMicrotask(() => room.emitAll());
      return stream;
    },

    legs: async () =>
      [...room.legs.values()].filter((leg) => leg.at !== 'ended' && !leg.isOutOfReach).map((leg) => leg.id),
    isAnswered: (id) => room.legs.get(id)?.at === 'answered',
    isRegistered: (account) => room.contacts.has(account),
    forget: command('forget', (account) => {
      if (room.contacts.delete(account)) room.emit({ type: 'accountUnregistered', account });
      for (const leg of room.legs.values()) if (leg.account === account && leg.at !== 'ended') room.hangUp(leg);
    }),
    retire: command('retire', (account) => {
      if (room.contacts.delete(account)) room.emit({ type: 'accountUnregistered', account });
      for (const leg of room.legs.values())
        if (leg.account === account && leg.at !== 'ended' && leg.at !== 'answered') room.hangUp(leg);
    }),
    cutOff: command('cutOff', (account) => {
      if (room.contacts.delete(account)) room.emit({ type: 'accountUnregistered', account });
      for (const leg of room.legs.values()) {
        if (leg.account !== account || leg.at === 'ended') continue;
        if (leg.at === 'answered') room.emit({ type: 'legDisconnected', leg: leg.id });
        else room.hangUp(leg);
      }
    }),
    serve: async () => {},
    release: () => {},
    onEvent(listener) {
      room.listeners.add(listener);
      return () => void room.listeners.delete(listener);
    },
  };
}
