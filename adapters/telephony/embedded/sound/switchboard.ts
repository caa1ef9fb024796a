import { join } from 'node:path';
import type { LegId, MediaQuality, MonitorMode, PcmStream } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { Metronome } from '../../carrier.ts';
import type { Hearing } from './hearing.ts';
import { KEY_MS } from './key-presser.ts';
import {
  company,
  isBusy,
  openLeg,
  planLeg,
  planNothing,
  type RunningRecording,
  type SwitchedLeg as Leg,
} from './plan.ts';
import { Recording } from './recording.ts';
import { openSoundShelf } from './sounds.ts';
import { PlayedVoice, silentFrame, StreamVoice, together } from './voices.ts';

/**
 * Who hears what. Two bridged legs are forwarded packet by packet; only where sounds must be added (monitoring,
 * barging, recording's two sides) is anything decoded, at the metronome's pace.
 */
export interface Switchboard {
  add(leg: LegId, end: SoundEnd): void;
  /** Takes the leg out of everything it was in; its recording ends. */
  remove(leg: LegId): void;
  bridge(a: LegId, b: LegId): void;
  separate(leg: LegId): void;
  hold(leg: LegId, music: Sound): void;
  play(leg: LegId, sound: Sound, options: { playId: string; loop: boolean }): void;
  stopPlaying(leg: LegId): void;
  /** What it says comes back to it. */
  echo(leg: LegId): void;
  sendKeys(leg: LegId, keys: string, gapMs: number): void;
  record(leg: LegId, recordingId: string): void;
  stopRecording(recordingId: string): void;
  monitor(supervisor: LegId, target: LegId, mode: MonitorMode): void;
  openStream(leg: LegId): PcmStream;
  onEvent(listener: (event: SwitchboardEvent) => void): void;
  stop(): Promise<void>;
}

export type SwitchboardEvent =
  | { type: 'played'; leg: LegId; playId: string; completed: boolean }
  | { type: 'recorded'; leg: LegId; recordingId: string; path: string; durationMs: number; bytes: number }
  | { type: 'keyPressed'; leg: LegId; key: string };

/** Where the sound of a leg comes in and goes out: a browser over WebRTC, or a carrier. */
export interface SoundEnd {
  /** Set by the switchboard. */
  heard: { packet(packet: AudioPacket): void; key(key: string): void };
  /** Forwards a packet as it came; the end keeps its own sequence and rebases the timestamp. */
  forward(packet: AudioPacket): void;
  /** 160 bytes of PCMU, the next 20 ms of a sound we make. */
  send(frame: Uint8Array): void;
  sendKey(key: string, durationMs: number): void;
  quality(): MediaQuality;
}

export interface AudioPacket {
  /** PCMU, usually 160 bytes. */
  payload: Uint8Array;
  /** RTP timestamp at its source. */
  timestamp: number;
  sequence: number;
  marker: boolean;
  /** Who counts so (`newSource`): numbers of two sources have nothing to do with each other. */
  source: number;
}

export interface SwitchboardOptions {
  metronome: Metronome;
  /** Where recordings are written, `<recordingId>.wav`. */
  recordingsFolder: string;
  /** Where the prompts lie; ours, unless told otherwise. */
  promptsFolder?: string;
  now?: () => number;
  /** A recording could not be written, a listener threw. */
  onFault?: (error: unknown) => void;
}

const NOTHING: Hearing = { from: 'nothing' };
const MUSIC_AFTER_MS = 2_000;

/** A switchboard without legs. Commands about legs it does not have do nothing. */
export function openSwitchboard(options: SwitchboardOptions): Switchboard {
  const now = options.now ?? (() => performance.now());
  const onFault = options.onFault ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));
  const shelf = openSoundShelf(options.promptsFolder);
  const legs = new Map<LegId, Leg>();
  const recordings = new Map<string, RunningRecording>();
  const ending = new Set<Promise<void>>();
  const listeners: ((event: SwitchboardEvent) => void)[] = [];
  /** Legs the tick has work for. */
  const busy = new Set<Leg>();
  let tickNumber = 0;
  let stopTicking: (() => void) | null = null;
  // Composed ahead of the first hold, which would stand still for it.
  const rehearsing = setTimeout(() => shelf.render({ name: 'music' }), MUSIC_AFTER_MS).unref();

  const emit = (event: SwitchboardEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onFault(error);
      }
    }
  };

  /** Changes something about these legs; then everybody concerned hears accordingly, and then the world is told. */
  const change = (involved: readonly Leg[], work: () => (SwitchboardEvent | null)[]): void => {
    const concerned = company(involved);
    const events = work();
    for (const leg of company(concerned)) {
      const present = legs.get(leg.id) === leg;
      if (present) planLeg(leg);
      else planNothing(leg);
      if (present && isBusy(leg)) busy.add(leg);
      else busy.delete(leg);
    }
    if (busy.size > 0) stopTicking ??= options.metronome.subscribe(tick);
    else {
      stopTicking?.();
      stopTicking = null;
    }
    for (const event of events) if (event) emit(event);
  };

  const tick = (): void => {
    const number = ++tickNumber;
    const finished: Leg[] = [];
    const heard: { stream: StreamVoice; frame: Uint8Array | null }[] = [];
    for (const leg of busy) {
      const { made } = leg.plan;
      if (made.length > 0) leg.end.send(together(made, number) ?? silentFrame);
      if (leg.keys.busy) {
        const key = leg.keys.tick();
        if (key !== null) leg.end.sendKey(key, KEY_MS);
      }
      for (const { recording, heard: right } of leg.recordings)
        recording.tick(leg.voice.frame(number), together(right, number));
      for (const stream of leg.streams) heard.push({ stream, frame: leg.voice.frame(number) });
      if (leg.sound?.ended || !isBusy(leg)) finished.push(leg);
    }
    if (finished.length > 0)
      change(finished, () => finished.map((leg) => (leg.sound?.ended ? silence(leg, true) : null)));
    // Last, because whoever listens may change who hears what.
    for (const { stream, frame } of heard) stream.hear(frame);
  };

  /** Takes the sound away and answers what the world is to be told. */
  const silence = (leg: Leg, completed: boolean): SwitchboardEvent | null => {
    if (!leg.sound) return null;
    leg.sound = null;
    return { type: 'played', leg: leg.id, playId: leg.playId, completed };
  };

  const leaveBridge = (leg: Leg): void => {
    if (!leg.partner) return;
    leg.partner.partner = null;
    leg.partner = null;
  };

  /** The newest thing to hear: whatever was heard before is over. */
  const hear = (leg: Leg, hears: Hearing): SwitchboardEvent | null => {
    if (leg.hears.from === 'hold') leg.musicAt = leg.hears.music.at;
    if (leg.hears.from === 'monitor') leg.hears.target.supervisors.delete(leg);
    leg.hears = hears;
    if (hears.from === 'monitor') hears.target.supervisors.add(leg);
    return silence(leg, false);
  };

  const endRecording = (running: RunningRecording): void => {
    const { id, leg, recording } = running;
    recordings.delete(id);
    leg.recordings.delete(running);
    const work = recording.end().then(({ durationMs, bytes }) => {
      ending.delete(work);
      emit({ type: 'recorded', leg: leg.id, recordingId: id, path: recording.path, durationMs, bytes });
    }, onFault);
    ending.add(work);
  };

  const removeLeg = (leg: Leg): SwitchboardEvent | null => {
    legs.delete(leg.id);
    leg.end.heard = { packet: () => {}, key: () => {} };
    for (const running of leg.recordings) endRecording(running);
    for (const supervisor of leg.supervisors) supervisor.hears = NOTHING;
    leg.supervisors.clear();
    leg.streams.clear();
    leaveBridge(leg);
    return hear(leg, NOTHING);
  };

  /** Does something with a leg that is there. */
  const withLeg = (id: LegId, work: (leg: Leg) => SwitchboardEvent | null): void => {
    const leg = legs.get(id);
    if (leg) change([leg], () => [work(leg)]);
  };

  return {
    add(id, end) {
      withLeg(id, removeLeg);
      const leg = openLeg(id, end);
      legs.set(id, leg);
      end.heard = {
        packet: (packet) => leg.voice.put(packet),
        key(key) {
          leg.partner?.end.sendKey(key, KEY_MS);
          emit({ type: 'keyPressed', leg: id, key });
        },
      };
    },
    remove: (id) => withLeg(id, removeLeg),
    bridge(idA, idB) {
      const a = legs.get(idA);
      const b = legs.get(idB);
      if (!a || !b || a === b) return;
      change([a, b], () => {
        leaveBridge(a);
        leaveBridge(b);
        a.partner = b;
        b.partner = a;
        return [hear(a, { from: 'bridge' }), hear(b, { from: 'bridge' })];
      });
    },
    separate: (id) =>
      withLeg(id, (leg) => {
        leaveBridge(leg);
        return hear(leg, NOTHING);
      }),
    hold: (id, music) =>
      withLeg(id, (leg) => {
        const bytes = shelf.render(music);
        leaveBridge(leg);
        const told = hear(leg, NOTHING);
        leg.hears = { from: 'hold', music: new PlayedVoice(bytes, true, leg.musicAt) };
        return told;
      }),
    play: (id, sound, { playId, loop }) =>
      withLeg(id, (leg) => {
        const bytes = shelf.render(sound);
        const replaced = silence(leg, false);
        leg.sound = new PlayedVoice(bytes, loop);
        leg.playId = playId;
        return replaced;
      }),
    stopPlaying: (id) => withLeg(id, (leg) => silence(leg, false)),
    echo: (id) =>
      withLeg(id, (leg) => {
        leaveBridge(leg);
        return hear(leg, { from: 'echo' });
      }),
    sendKeys: (id, keys, gapMs) =>
      withLeg(id, (leg) => {
        leg.keys.add(keys, gapMs);
        return null;
      }),
    record(id, recordingId) {
      if (!/^[\w.-]+$/.test(recordingId)) throw new Error('A recording is named by letters, digits, dots and dashes.');
      if (recordings.has(recordingId)) return;
      withLeg(id, (leg) => {
        const running = {
          id: recordingId,
          leg,
          recording: new Recording(join(options.recordingsFolder, `${recordingId}.wav`), now, onFault),
          heard: [],
        };
        recordings.set(recordingId, running);
        leg.recordings.add(running);
        return null;
      });
    },
    stopRecording(recordingId) {
      const running = recordings.get(recordingId);
      if (!running) return;
      change([running.leg], () => {
        endRecording(running);
        return [];
      });
    },
    monitor(supervisorId, targetId, mode) {
      const supervisor = legs.get(supervisorId);
      const target = legs.get(targetId);
      if (!supervisor || !target || supervisor === target) return;
      change([supervisor, target], () => {
        leaveBridge(supervisor);
        return [hear(supervisor, { from: 'monitor', target, mode })];
      });
    },
    openStream(id) {
      const stream = new StreamVoice();
      withLeg(id, (leg) => {
        const before = leg.hears.from === 'monitor' ? NOTHING : leg.hears;
        const told = hear(leg, before);
        leg.streams.add(stream);
        leg.hears = { from: 'stream', stream, before };
        return told;
      });
      const isOpen = (): boolean => legs.get(id)?.streams.has(stream) ?? false;
      return {
        onFrame: (listener) => void (stream.onFrame = listener),
        write: (samples) => void (isOpen() && stream.write(samples)),
        clear: () => stream.clear(),
        bufferedMs: () => stream.bufferedMs(),
        close() {
          stream.clear();
          if (!isOpen()) return;
          withLeg(id, (leg) => {
            leg.streams.delete(stream);
            // Below it may lie one that was closed before.
            while (leg.hears.from === 'stream' && !leg.streams.has(leg.hears.stream)) leg.hears = leg.hears.before;
            return null;
          });
        },
      };
    },
    onEvent: (listener) => void listeners.push(listener),
    async stop() {
      clearTimeout(rehearsing);
      const present = [...legs.values()];
      change(present, () => present.map(removeLeg));
      await Promise.all(ending);
    },
  };
}
