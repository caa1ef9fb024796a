import { KEY_MS } from './key-presser.ts';
import { bridge, hear, leaveBridge, NOTHING, silence } from './leg-hearing.ts';
import { openLegStream } from './open-leg-stream.ts';
import { newLeg, type SwitchedLeg as Leg } from './plan.ts';
import { RunningRecordings } from './running-recordings.ts';
import { openSoundShelf } from './open-sound-shelf.ts';
import { SwitchedLegs } from './switched-legs.ts';
import type { Switchboard, SwitchboardEvent, SwitchboardOptions } from './switchboard.ts';
import { PlayedVoice } from './voices.ts';

const MUSIC_AFTER_MS = 2_000;

/** A switchboard without legs. Commands about legs it does not have do nothing. */
export function openSwitchboard(options: SwitchboardOptions): Switchboard {
  const now = options.now ?? (() => performance.now());
  const onFault = options.onFault ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));
  const shelf = openSoundShelf(options.promptsFolder);
  const listeners: ((event: SwitchboardEvent) => void)[] = [];
  const emit = (event: SwitchboardEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onFault(error);
      }
    }
  };
  const legs = new SwitchedLegs(options.metronome, emit);
  const recordings = new RunningRecordings({ folder: options.recordingsFolder, now, emit, onFault });
  // Composed ahead of the first hold, which would stand still for it.
  const rehearsing = setTimeout(() => shelf.render({ name: 'music' }), MUSIC_AFTER_MS).unref();

  const removeLeg = (leg: Leg): SwitchboardEvent | null => {
    legs.delete(leg);
    leg.end.listener = { packet: () => {}, key: () => {} };
    for (const running of leg.recordings) recordings.end(running);
    for (const supervisor of leg.supervisors) supervisor.hears = NOTHING;
    leg.supervisors.clear();
    leg.streams.clear();
    leaveBridge(leg);
    return hear(leg, NOTHING);
  };

  return {
    add(id, end) {
      legs.with(id, removeLeg);
      const leg = newLeg(id, end);
      legs.add(leg);
      end.listener = {
        packet: (packet) => void (leg.isMuted || leg.voice.put(packet)),
        key(key) {
          for (const { end: other } of leg.partners) other.sendKey(key, KEY_MS);
          emit({ type: 'keyPressed', leg: id, key });
        },
      };
    },
    remove: (id) => legs.with(id, removeLeg),
    bridge: (...ids) => legs.withSeveral(ids, bridge),
    separate: (id) =>
      legs.with(id, (leg) => {
        leaveBridge(leg);
        return hear(leg, NOTHING);
      }),
    hold: (id, music) =>
      legs.with(id, (leg) => {
        const bytes = shelf.render(music);
        leaveBridge(leg);
        const cutEvent = hear(leg, NOTHING);
        leg.hears = { from: 'hold', music: new PlayedVoice(bytes, true, leg.musicAt) };
        return cutEvent;
      }),
    mute: (id, muted) =>
      legs.with(id, (leg) => {
        leg.isMuted = muted;
        return null;
      }),
    play: (id, sound, { playId, loop }) =>
      legs.with(id, (leg) => {
        const bytes = shelf.render(sound);
        const replaced = silence(leg, false);
        leg.sound = new PlayedVoice(bytes, loop);
        leg.playId = playId;
        return replaced;
      }),
    stopPlaying: (id) => legs.with(id, (leg) => silence(leg, false)),
    echo: (id) =>
      legs.with(id, (leg) => {
        leaveBridge(leg);
        return hear(leg, { from: 'echo' });
      }),
    sendKeys: (id, keys, gapMs) =>
      legs.with(id, (leg) => {
        leg.keys.add(keys, gapMs);
        return null;
      }),
    record(id, recordingId) {
      if (!/^[\w.-]+$/.test(recordingId)) throw new Error('A recording is named by letters, digits, dots and dashes.');
      if (recordings.get(recordingId)) return;
      legs.with(id, (leg) => {
        recordings.start(leg, recordingId);
        return null;
      });
    },
    stopRecording(recordingId) {
      const running = recordings.get(recordingId);
      if (!running) return;
      legs.change([running.leg], () => {
        recordings.end(running);
        return [];
      });
    },
    monitor: (supervisorId, targetId, mode) =>
      legs.withSeveral([supervisorId, targetId], ([supervisor, target]) => {
        leaveBridge(supervisor);
        return [hear(supervisor, { from: 'monitor', target, mode })];
      }),
    openStream: (id) => openLegStream(legs, id),
    onEvent: (listener) => void listeners.push(listener),
    async stop() {
      clearTimeout(rehearsing);
      const present = legs.all();
      legs.change(present, () => present.map(removeLeg));
      await recordings.written();
    },
  };
}
