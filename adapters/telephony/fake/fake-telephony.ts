import { causeOfStatus } from '#core/telephony/end-causes.ts';
import { FRAME_MS } from '#core/telephony/sound.ts';
import { legId, type EndCause, type LegId, type RingOptions, type Telephony, type TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { fakeClock } from './fake-clock.ts';
import { hearing, hearingHz, sayingHz, soundMs, type Heard } from './fake-hearing.ts';
import { accountOf, fakeLeg, type FakeLeg } from './fake-leg.ts';
import { recordFor, writeRecording, type FakeRecording } from './fake-recording.ts';
import { fakeStream } from './fake-stream.ts';

/**
 * An exchange in memory, with the hands of everybody at its phones: for tests of everything above it.
 * Its time passes only by `passMs`. What a command causes is told after the command returned, what a party does is told at once.
 */
export interface FakeTelephony extends Telephony {
  /** Every command the product gave, oldest first. */
  readonly log: readonly FakeCommand[];
  passMs(ms: number): void;

  registers(account: string, contacts?: number): void;
  unregisters(account: string): void;
  /** A phone of ours dials; answers the leg that was offered. */
  phoneCalls(account: string, to: string, headers?: Readonly<Record<string, string>>): LegId;
  /** Somebody outside calls one of our numbers. */
  outsideCalls(call: { line: string; from: string; to: string }): LegId;

  /** The far side rings (180). Phones of ours do so by themselves. */
  rings(leg: LegId): void;
  speaksEarly(leg: LegId): void;
  picksUp(leg: LegId): void;
  declines(leg: LegId, sipStatus?: number): void;
  /** The time to answer runs out now. */
  noAnswer(leg: LegId): void;
  /** Hangs up, or gives up before the answer. */
  hangsUp(leg: LegId): void;
  holds(leg: LegId): void;
  resumes(leg: LegId): void;
  presses(leg: LegId, key: string, by?: 'rfc4733' | 'info'): void;
  asksTransfer(leg: LegId, to: string, replaces?: LegId): void;
  /** The phone's signalling goes away; 30 s later the leg is lost. */
  disconnects(leg: LegId): void;
  reconnects(leg: LegId): void;
  /** The phone is gone for good, now. */
  loses(leg: LegId): void;
  says(leg: LegId, hz: readonly number[]): void;

  /** The newest leg that rings at this account and is not answered. */
  ringing(account: string): LegId | undefined;
  /** The newest leg to this outside number that is not answered. */
  ringTo(number: string): LegId | undefined;
  /** What the called party is shown. */
  shown(leg: LegId): RingOptions | undefined;
  hears(leg: LegId): Heard[];
  hearsHz(leg: LegId): number[];
  keysHeard(leg: LegId): string;
  transferReports(leg: LegId): readonly number[];
  /** Everything about a leg, also after its end. */
  leg(leg: LegId): Readonly<FakeLeg> | undefined;
}

export interface FakeCommand {
  command: keyof Telephony;
  args: readonly unknown[];
}

const LOST_AFTER_MS = 30_000;
const DEFAULT_KEY_GAP_MS = 250;
const COMMA_MS = 2_000;

export function fakeTelephony(): FakeTelephony {
  const legs = new Map<LegId, FakeLeg>();
  const contacts = new Map<string, number>();
  const recordings = new Map<string, FakeRecording & { leg: FakeLeg }>();
  const listeners = new Set<(event: TelephonyEvent) => void>();
  const log: FakeCommand[] = [];
  const clock = fakeClock();
  let count = 0;

  const waiting: TelephonyEvent[] = [];
  let telling = false;
  function tellAll(): void {
    if (telling) return;
    telling = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) for (const listener of listeners) listener(next);
    } finally {
      telling = false;
    }
  }
  const tell = (event: TelephonyEvent): void => void waiting.push(event);

  /** A leg that still is; commands and parties may speak to one that is gone. */
  const living = (id: LegId): FakeLeg | undefined => {
    const leg = legs.get(id);
    return leg && leg.at !== 'ended' ? leg : undefined;
  };

  function end(leg: FakeLeg, cause: EndCause, sipStatus: number | null, by: 'them' | 'us'): void {
    stopSound(leg);
    leg.cancelTimer();
    leg.cancelLost();
    unbridge(leg);
    leg.stream = null;
    leg.at = 'ended';
    leg.end = { cause, sipStatus, by };
    tell({ type: 'legEnded', leg: leg.id, cause, sipStatus, by });
    for (const [recordingId, recording] of recordings) if (recording.leg === leg) finish(recordingId);
  }
  function hangUp(leg: FakeLeg): void {
    if (leg.at === 'answered') end(leg, 'normal', null, 'us');
    else if (leg.made === 'placed') end(leg, 'cancelled', 487, 'us');
    else end(leg, 'refused', 480, 'us');
  }
  function answered(leg: FakeLeg): void {
    if (leg.at !== 'waiting') return;
    leg.at = 'answered';
    leg.cancelTimer();
    tell({ type: 'legAnswered', leg: leg.id });
  }
  function rings(leg: FakeLeg): void {
    if (leg.at !== 'waiting' || leg.ringing) return;
    leg.ringing = true;
    tell({ type: 'legRinging', leg: leg.id });
  }
  function stopSound(leg: FakeLeg, completed = false): void {
    const { playing } = leg;
    if (!playing) return;
    leg.playing = null;
    playing.cancel();
    tell({ type: 'played', leg: leg.id, playId: playing.playId, completed });
  }
  function unbridge(leg: FakeLeg): void {
    if (leg.base.at === 'bridge') legs.get(leg.base.partner)!.base = { at: 'nothing' };
    leg.base = { at: 'nothing' };
  }
  function settle(leg: FakeLeg, base: FakeLeg['base']): void {
    stopSound(leg);
    leg.stream = null;
    unbridge(leg);
    leg.base = base;
  }
  function finish(recordingId: string): void {
    const recording = recordings.get(recordingId);
    if (!recording) return;
    recordings.delete(recordingId);
    tell({ type: 'recorded', recordingId, leg: recording.leg.id, durationMs: recording.durationMs, ...writeRecording(recordingId, recording) });
  }
  function forgetAccount(account: string): void {
    if (contacts.delete(account)) tell({ type: 'accountUnregistered', account });
    for (const leg of legs.values()) if (leg.account === account && leg.at !== 'ended') hangUp(leg);
  }

  /** A command: noted, done, and its events told once it has returned. Asking something of a leg that is gone does nothing. */
  const command = <Args extends readonly unknown[]>(name: keyof Telephony, run: (...args: Args) => void) => async (...args: Args): Promise<void> => {
    log.push({ command: name, args });
    run(...args);
    queueMicrotask(tellAll);
  };
  const ofLeg = <Rest extends readonly unknown[]>(name: keyof Telephony, run: (leg: FakeLeg, ...rest: Rest) => void) =>
    command(name, (id: LegId, ...rest: Rest) => {
      const leg = living(id);
      if (leg) run(leg, ...rest);
    });
  /** What a party does: told at once. */
  const party = <Rest extends readonly unknown[]>(run: (leg: FakeLeg, ...rest: Rest) => void) => (id: LegId, ...rest: Rest): void => {
    if (!legs.has(id)) throw new Error(`no leg ${id}`);
    const leg = living(id);
    if (leg) run(leg, ...rest);
    tellAll();
  };
  const newest = (wanted: (leg: FakeLeg) => boolean): LegId | undefined => [...legs.values()].filter((leg) => leg.made === 'placed' && leg.at === 'waiting' && wanted(leg)).at(-1)?.id;

  function offer(leg: FakeLeg, event: Omit<Extract<TelephonyEvent, { type: 'legOffered' }>, 'type' | 'leg' | 'to' | 'sipCallId'>): LegId {
    legs.set(leg.id, leg);
    tell({ type: 'legOffered', leg: leg.id, to: leg.to, sipCallId: `${leg.id}@fake`, ...event });
    tellAll();
    return leg.id;
  }

  return {
    log,
    passMs(ms) {
      clock.passMs(ms, (stretch) => {
        for (const recording of recordings.values()) recordFor(recording, stretch, sayingHz(recording.leg), hearingHz(legs, recording.leg, clock.nowMs()));
      });
      tellAll();
    },

    ring: command('ring', (id, target, options) => {
      if (legs.has(id)) throw new Error(`leg ${id} exists already`);
      const account = accountOf(target);
      const leg = fakeLeg(id, 'placed', account, 'number' in target ? target.number : target.account, options);
      legs.set(id, leg);
      if (account !== null && !contacts.has(account)) return end(leg, 'unreachable', 480, 'us');
      leg.cancelTimer = clock.after(options.timeoutMs, () => { end(leg, 'noAnswer', 408, 'us'); tellAll(); });
      if (account !== null) rings(leg);
    }),
    announceRinging: ofLeg('announceRinging', (leg) => void leg.told.push(180)),
    openEarlyMedia: ofLeg('openEarlyMedia', (leg) => {
      if (leg.made !== 'offered' || leg.at !== 'waiting') return;
      leg.early = true;
      leg.told.push(183);
    }),
    answer: ofLeg('answer', (leg) => { if (leg.made === 'offered') answered(leg); }),
    refuse: ofLeg('refuse', (leg, sipStatus: number, _reason?: string) => {
      if (leg.made === 'offered' && leg.at === 'waiting') end(leg, 'refused', sipStatus, 'us');
      else hangUp(leg);
    }),
    hangUp: ofLeg('hangUp', hangUp),

    bridge: ofLeg('bridge', (a, other: LegId) => {
      const b = living(other);
      if (!b || b === a) return;
      settle(a, { at: 'nothing' });
      settle(b, { at: 'bridge', partner: a.id });
      a.base = { at: 'bridge', partner: b.id };
    }),
    separate: ofLeg('separate', (leg) => settle(leg, { at: 'nothing' })),
    hold: ofLeg('hold', (leg, music) => settle(leg, { at: 'hold', music, sinceMs: clock.nowMs() })),
    play: ofLeg('play', (leg, sound, options = {}) => {
      stopSound(leg);
      const ended = () => { stopSound(leg, true); tellAll(); };
      leg.playing = {
        sound,
        playId: options.playId ?? '',
        loop: options.loop ?? false,
        sinceMs: clock.nowMs(),
        cancel: options.loop ? () => {} : clock.after(soundMs(sound), ended),
      };
    }),
    stopPlaying: ofLeg('stopPlaying', (leg) => stopSound(leg)),
    sendKeys: ofLeg('sendKeys', (leg, keys, gapMs = DEFAULT_KEY_GAP_MS) => {
      let atMs = 0;
      for (const key of keys) {
        if (key === ',') { atMs += COMMA_MS; continue; }
        clock.after(atMs, () => { if (leg.at !== 'ended') leg.keysHeard += key; });
        atMs += gapMs;
      }
      clock.passMs(0, () => {});
    }),

    record: ofLeg('record', (leg, recordingId) => void recordings.set(recordingId, { leg, durationMs: 0, pieces: [] })),
    stopRecording: command('stopRecording', finish),
    monitor: ofLeg('monitor', (supervisor, target, mode) => {
      if (living(target)) settle(supervisor, { at: 'monitor', target, mode });
    }),
    reportTransfer: ofLeg('reportTransfer', (leg, sipStatus) => void leg.transferReports.push(sipStatus)),
    async openStream(id) {
      log.push({ command: 'openStream', args: [id] });
      const leg = living(id);
      const stream = fakeStream(() => { if (leg?.stream === stream) leg.stream = null; });
      if (!leg) return stream;
      stopSound(leg);
      leg.stream = stream;
      const tick = (): void => {
        if (leg.stream !== stream) return;
        stream.tick(sayingHz(leg));
        clock.after(FRAME_MS, tick);
      };
      clock.after(FRAME_MS, tick);
      queueMicrotask(tellAll);
      return stream;
    },

    legs: async () => [...legs.values()].filter((leg) => leg.at !== 'ended').map((leg) => leg.id),
    isRegistered: (account) => contacts.has(account),
    forget: command('forget', forgetAccount),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    registers(account, number = 1) {
      contacts.set(account, number);
      tell({ type: 'accountRegistered', account, contacts: number });
      tellAll();
    },
    unregisters(account) {
      if (contacts.delete(account)) tell({ type: 'accountUnregistered', account });
      tellAll();
    },
    phoneCalls: (account, to, headers = {}) => offer(fakeLeg(legId(`fake-${++count}`), 'offered', account, to, null), { from: { account }, headers }),
    outsideCalls: ({ line, from, to }) => offer(fakeLeg(legId(`fake-${++count}`), 'offered', null, to, null), { from: { line, from }, headers: {} }),

    rings: party(rings),
    speaksEarly: party((leg) => {
      if (leg.at !== 'waiting' || leg.early) return;
      leg.early = true;
      tell({ type: 'legEarlyMedia', leg: leg.id });
    }),
    picksUp: party((leg) => { if (leg.made === 'placed') answered(leg); }),
    declines: party((leg, sipStatus: number = 603) => { if (leg.made === 'placed' && leg.at === 'waiting') end(leg, causeOfStatus(sipStatus), sipStatus, 'them'); }),
    noAnswer: party((leg) => { if (leg.at === 'waiting') end(leg, 'noAnswer', 408, 'us'); }),
    hangsUp: party((leg) => (leg.at === 'answered' ? end(leg, 'normal', null, 'them') : end(leg, leg.made === 'offered' ? 'cancelled' : 'rejected', leg.made === 'offered' ? 487 : 603, 'them'))),
    holds: party((leg) => {
      if (leg.held || leg.at !== 'answered') return;
      leg.held = true;
      tell({ type: 'legHeld', leg: leg.id });
    }),
    resumes: party((leg) => {
      if (!leg.held) return;
      leg.held = false;
      tell({ type: 'legResumed', leg: leg.id });
    }),
    presses: party((leg, key: string, by: 'rfc4733' | 'info' = 'rfc4733') => {
      if (leg.base.at === 'bridge') legs.get(leg.base.partner)!.keysHeard += key;
      tell({ type: 'keyPressed', leg: leg.id, key, by });
    }),
    asksTransfer: party((leg, to: string, replaces?: LegId) => tell({ type: 'transferAsked', leg: leg.id, to, replaces: replaces ?? null })),
    disconnects: party((leg) => {
      if (leg.disconnected) return;
      leg.disconnected = true;
      leg.cancelLost = clock.after(LOST_AFTER_MS, () => { end(leg, 'lost', null, 'them'); tellAll(); });
      tell({ type: 'legDisconnected', leg: leg.id });
    }),
    reconnects: party((leg) => {
      if (!leg.disconnected) return;
      leg.disconnected = false;
      leg.cancelLost();
      tell({ type: 'legReconnected', leg: leg.id });
    }),
    loses: party((leg) => end(leg, 'lost', null, 'them')),
    says: party((leg, hz: readonly number[]) => { leg.saysHz = hz; }),

    ringing: (account) => newest((leg) => leg.account === account),
    ringTo: (number) => newest((leg) => leg.account === null && leg.to === number),
    shown: (id) => legs.get(id)?.shown ?? undefined,
    hears: (id) => { const leg = legs.get(id); return leg ? hearing(legs, leg) : []; },
    hearsHz: (id) => { const leg = legs.get(id); return leg ? hearingHz(legs, leg, clock.nowMs()) : []; },
    keysHeard: (id) => legs.get(id)?.keysHeard ?? '',
    transferReports: (id) => legs.get(id)?.transferReports ?? [],
    leg: (id) => legs.get(id),
  };
}
