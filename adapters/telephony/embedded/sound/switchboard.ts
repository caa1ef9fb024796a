import { join } from 'node:path';
import type { LegId, MediaQuality, MonitorMode, PcmStream } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { Metronome } from '../../carrier.ts';
import type { Hearing } from './hearing.ts';
import { KEY_MS } from './key-presser.ts';
import { openLeg, plan, type RunningRecording, type SwitchedLeg as Leg } from './plan.ts';
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
  let busy: Leg[] = [];
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

  const replan = (): void => {
    busy = plan(legs, recordings);
    if (busy.length > 0 || recordings.size > 0) stopTicking ??= options.metronome.subscribe(tick);
    else {
      stopTicking?.();
      stopTicking = null;
    }
  };

  const tick = (): void => {
    const number = ++tickNumber;
    const played: Leg[] = [];
    let restless = false;
    // Sounds and recordings first: a listener of a stream may change who hears what.
    for (const leg of busy) {
      if (leg.made.length > 0) leg.end.send(together(leg.made, number) ?? silentFrame);
      if (leg.sound?.ended) played.push(leg);
      if (!leg.keys.busy) continue;
      const key = leg.keys.tick();
      if (key !== null) leg.end.sendKey(key, KEY_MS);
      if (!leg.keys.busy) restless = true;
    }
    for (const running of recordings.values()) running.recording.tick(running.leg.voice.frame(number), together(running.heard, number));
    const heard = busy.filter((leg) => leg.streams.size > 0).flatMap((leg) => [...leg.streams].map((stream) => ({ stream, frame: leg.voice.frame(number) })));
    const over = played.map((leg) => silence(leg, true));
    if (restless || over.length > 0) replan();
    for (const event of over) if (event) emit(event);
    for (const { stream, frame } of heard) stream.hear(frame);
  };

  /** Takes the sound away; what it owes the world is told by the caller, after everything is in place. */
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

  const change = (...events: (SwitchboardEvent | null)[]): void => {
    replan();
    for (const event of events) if (event) emit(event);
  };

  const endRecording = (recordingId: string): void => {
    const running = recordings.get(recordingId);
    if (!running) return;
    recordings.delete(recordingId);
    const { leg, recording } = running;
    const work = recording.end().then(({ durationMs, bytes }) => {
      ending.delete(work);
      emit({ type: 'recorded', leg: leg.id, recordingId, path: recording.path, durationMs, bytes });
    }, onFault);
    ending.add(work);
  };

  const removeLeg = (leg: Leg): SwitchboardEvent | null => {
    legs.delete(leg.id);
    leg.end.heard = { packet: () => {}, key: () => {} };
    for (const [recordingId, running] of recordings) if (running.leg === leg) endRecording(recordingId);
    for (const supervisor of leg.supervisors) supervisor.hears = NOTHING;
    leg.supervisors.clear();
    leg.streams.clear();
    leg.feeds = [];
    leg.made = [];
    leaveBridge(leg);
    return hear(leg, NOTHING);
  };

  return {
    add(id, end) {
      const known = legs.get(id);
      const told = known ? removeLeg(known) : null;
      const leg = openLeg(id, end);
      legs.set(id, leg);
      end.heard = {
        packet(packet) {
          leg.voice.put(packet);
          for (const listener of leg.feeds) listener.end.forward(packet);
        },
        key(key) {
          leg.partner?.end.sendKey(key, KEY_MS);
          emit({ type: 'keyPressed', leg: id, key });
        },
      };
      change(told);
    },
    remove(id) {
      const leg = legs.get(id);
      if (leg) change(removeLeg(leg));
    },
    bridge(idA, idB) {
      const a = legs.get(idA);
      const b = legs.get(idB);
      if (!a || !b || a === b) return;
      if (a.partner !== b) {
        leaveBridge(a);
        leaveBridge(b);
        a.partner = b;
        b.partner = a;
      }
      change(hear(a, { from: 'bridge' }), hear(b, { from: 'bridge' }));
    },
    separate(id) {
      const leg = legs.get(id);
      if (!leg) return;
      leaveBridge(leg);
      change(hear(leg, NOTHING));
    },
    hold(id, music) {
      const leg = legs.get(id);
      if (!leg) return;
      const bytes = shelf.render(music);
      leaveBridge(leg);
      if (leg.hears.from === 'hold') leg.musicAt = leg.hears.music.at;
      change(hear(leg, { from: 'hold', music: new PlayedVoice(bytes, true, leg.musicAt) }));
    },
    play(id, sound, { playId, loop }) {
      const leg = legs.get(id);
      if (!leg) return;
      const bytes = shelf.render(sound);
      const replaced = silence(leg, false);
      leg.sound = new PlayedVoice(bytes, loop);
      leg.playId = playId;
      change(replaced);
    },
    stopPlaying(id) {
      const leg = legs.get(id);
      if (leg?.sound) change(silence(leg, false));
    },
    echo(id) {
      const leg = legs.get(id);
      if (!leg) return;
      leaveBridge(leg);
      change(hear(leg, { from: 'echo' }));
    },
    sendKeys(id, keys, gapMs) {
      const leg = legs.get(id);
      if (!leg) return;
      leg.keys.add(keys, gapMs);
      change();
    },
    record(id, recordingId) {
      if (!/^[\w.-]+$/.test(recordingId)) throw new Error('A recording is named by letters, digits, dots and dashes.');
      const leg = legs.get(id);
      if (!leg || recordings.has(recordingId)) return;
      recordings.set(recordingId, { leg, recording: new Recording(join(options.recordingsFolder, `${recordingId}.wav`), now, onFault), heard: [] });
      change();
    },
    stopRecording(recordingId) {
      endRecording(recordingId);
      change();
    },
    monitor(supervisorId, targetId, mode) {
      const supervisor = legs.get(supervisorId);
      const target = legs.get(targetId);
      if (!supervisor || !target || supervisor === target) return;
      leaveBridge(supervisor);
      change(hear(supervisor, { from: 'monitor', target, mode }));
    },
    openStream(id) {
      const leg = legs.get(id);
      const stream = new StreamVoice();
      if (leg) {
        const before = leg.hears.from === 'monitor' ? NOTHING : leg.hears;
        leg.streams.add(stream);
        const told = hear(leg, before);
        leg.hears = { from: 'stream', stream, before };
        change(told);
      }
      return {
        onFrame: (listener) => void (stream.onFrame = listener),
        write: (samples) => void (leg?.streams.has(stream) && stream.write(samples)),
        clear: () => stream.clear(),
        bufferedMs: () => stream.bufferedMs(),
        close() {
          if (!leg?.streams.delete(stream)) return;
          stream.clear();
          if (leg.hears.from === 'stream' && leg.hears.stream === stream) leg.hears = leg.hears.before;
          change();
        },
      };
    },
    onEvent: (listener) => void listeners.push(listener),
    async stop() {
      clearTimeout(rehearsing);
      const told = [...legs.values()].map(removeLeg);
      change(...told);
      await Promise.all(ending);
    },
  };
}
