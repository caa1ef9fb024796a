import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { legId, type LegId, type RingOptions, type Target, type Telephony, type TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { carrierCall, type Carrier, type CarrierLeg, type Metronome } from '../carrier.ts';
import { carrierSignal, listenerOf } from './carrier-legs.ts';
import { endOfOurs, type LegEnd } from './end-causes.ts';
import { ExchangeLeg, type LegSound } from './exchange-leg.ts';
import { DEFAULT_PATIENCE, judge, type Patience } from './leg-watch.ts';
import { isOwnNumber, serveOwnNumber } from './own-numbers.ts';
import { openSipEdge, type SipEdgeOptions } from './sip/open-sip-edge.ts';
import type { SipAccounts, SipCall, SipCallHandler, SipEdgeEvent, SipStats } from './sip/sip-edge.ts';
import { handlerOf, signalOf } from './sip-legs.ts';
import { openCarrierEnd } from './sound/carrier-end.ts';
import { openSwitchboard } from './sound/switchboard.ts';
import { openWebRtcEnd, type WebRtcEnd } from './sound/webrtc-end.ts';
import { openTeller } from './teller.ts';

export interface EmbeddedExchangeOptions {
  domain: string;
  accounts: SipAccounts;
  /** Outside lines by name. Whoever opened them stops them. */
  carriers: Readonly<Record<string, Carrier>>;
  recordingsFolder: string;
  media: { udpPort?: number; bindAddress?: string; announcedAddress?: string; iceServers?: readonly string[] };
  clock: { nowMs(): number };
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
  metronome: Metronome;
  sip?: Pick<SipEdgeOptions, 'allowOrigin' | 'servedElsewhere' | 'addressOf' | 'limits'>;
  /** Of what the exchange says by itself, in the test call. */
  language?: string;
  patience?: Partial<Patience>;
  /** Something a guard of the signalling stopped. */
  onSuspicious?(event: Extract<SipEdgeEvent, { type: 'suspicious' }>): void;
}

/** An exchange inside this process: browsers over SIP and WebRTC on one side, carriers on the other. */
export interface EmbeddedExchange extends Telephony {
  /** Serves phones below `/cc/sip/`. */
  attach(server: Server): void;
  /** Ends every leg and waits until the recordings are closed. */
  stop(): Promise<void>;
  counts(): ExchangeCounts;
}

export interface ExchangeCounts {
  legs: number;
  /** Calls to the exchange's own numbers, now. */
  ownCalls: number;
  /** Things the signalling's guards stopped, since the start. */
  suspicious: number;
  sip: SipStats;
}

const WATCH_MS = 1_000;
const DEFAULT_KEY_GAP_MS = 250;
const LOST: LegEnd = { cause: 'lost', sipStatus: null, by: 'them' };
const NO_LINE: LegEnd = { cause: 'unreachable', sipStatus: 503, by: 'us' };

export function openEmbeddedExchange(options: EmbeddedExchangeOptions): EmbeddedExchange {
  const { clock, log, metronome } = options;
  const patience: Patience = { ...DEFAULT_PATIENCE, ...options.patience };
  const report = (problem: unknown): void => log.error({ err: problem }, 'bug: in the exchange');
  const teller = openTeller(report);
  const edge = openSipEdge({ domain: options.domain, accounts: options.accounts, clock, log, ...options.sip });
  const switchboard = openSwitchboard({ metronome, recordingsFolder: options.recordingsFolder, onFault: report });
  const legs = new Map<LegId, ExchangeLeg>();
  /** Calls to our own numbers: legs the product never hears of. */
  const ownCalls = new Map<LegId, ExchangeLeg>();
  const legOfSipCall = new WeakMap<SipCall, ExchangeLeg>();
  let suspicious = 0;
  let pressedBy: 'rfc4733' | 'info' = 'rfc4733';

  switchboard.onEvent((event) => {
    if (ownCalls.has(event.leg)) return;
    teller.tell(event.type === 'keyPressed' ? { ...event, by: pressedBy } : event);
  });

  function openLeg(id: LegId, made: ExchangeLeg['made'], account: string | null, sound: LegSound, tell: (event: TelephonyEvent) => void, home: Map<LegId, ExchangeLeg>): ExchangeLeg {
    const leg = new ExchangeLeg({
      id, made, account, sound, tell,
      nowMs: () => clock.nowMs(),
      onEnd(ended) {
        switchboard.remove(id);
        home.delete(id);
        ended.sound.close();
      },
    });
    home.set(id, leg);
    switchboard.add(id, sound.end);
    return leg;
  }

  /** A leg with a browser at its far side. */
  function openSipLeg(id: LegId, made: ExchangeLeg['made'], account: string, tell: (event: TelephonyEvent) => void, home: Map<LegId, ExchangeLeg>): { leg: ExchangeLeg; sound: WebRtcEnd } {
    const sound = openWebRtcEnd({ metronome, ...options.media, onFault: report });
    const leg = openLeg(id, made, account, { end: sound, close: () => sound.close() }, tell, home);
    sound.onState((state) => {
      if (state === 'connected' || state === 'lost') leg.soundIs(state === 'connected');
    });
    return { leg, sound };
  }

  /** A key in the signalling counts like one in the sound: its partner gets it too. */
  function pressed(leg: ExchangeLeg, key: string): void {
    pressedBy = 'info';
    try {
      leg.sound.end.heard.key(key);
    } finally {
      pressedBy = 'rfc4733';
    }
  }

  const handlerFor = (leg: ExchangeLeg, sound: WebRtcEnd): SipCallHandler => handlerOf(leg, sound, (call) => legOfSipCall.get(call), pressed);
  function join(leg: ExchangeLeg, call: SipCall): void {
    legOfSipCall.set(call, leg);
    leg.signal = signalOf(call);
  }

  edge.onEvent((event) => {
    switch (event.type) {
      case 'registered':
        return teller.tell({ type: 'accountRegistered', account: event.account, contacts: event.contacts });
      case 'unregistered':
        return teller.tell({ type: 'accountUnregistered', account: event.account });
      case 'invited':
        return isOwnNumber(event.to) ? serveOwn(event.account, event.to, event.call) : offered(event);
      case 'suspicious':
        suspicious += 1;
        log.warn({ what: event.what }, 'suspicious signalling');
        return options.onSuspicious?.(event);
    }
  });

  function offered({ account, to, headers, call }: Extract<SipEdgeEvent, { type: 'invited' }>): void {
    const { leg, sound } = openSipLeg(legId(randomUUID()), 'offered', account, teller.tell, legs);
    call.handle = handlerFor(leg, sound);
    join(leg, call);
    teller.tell({ type: 'legOffered', leg: leg.id, from: { account }, to, headers, sipCallId: call.sipCallId });
  }

  function serveOwn(account: string, to: string, call: SipCall): void {
    const { leg, sound } = openSipLeg(legId(randomUUID()), 'offered', account, (event) => {
      if (event.type === 'legAnswered') serveOwnNumber(switchboard, leg.id, to, options.language ?? 'en-US');
    }, ownCalls);
    call.handle = handlerFor(leg, sound);
    join(leg, call);
    void accept(leg);
  }

  for (const [line, carrier] of Object.entries(options.carriers)) {
    carrier.onCall((call) => {
      const leg = openCarrierLeg(legId(randomUUID()), 'offered', call);
      teller.tell({ type: 'legOffered', leg: leg.id, from: { line, from: call.from }, to: call.to, headers: {}, sipCallId: leg.id });
    });
  }

  function openCarrierLeg(id: LegId, made: ExchangeLeg['made'], call: CarrierLeg): ExchangeLeg {
    call.heard = listenerOf(() => leg);
    const leg: ExchangeLeg = openLeg(id, made, null, { end: openCarrierEnd(call), close: () => {} }, teller.tell, legs);
    leg.signal = carrierSignal(call, leg);
    return leg;
  }

  function ring(id: LegId, target: Target, ringing: RingOptions): void {
    if (legs.has(id)) throw new Error('a leg of this name exists already');
    if ('account' in target) return ringAccount(id, target.account, ringing);
    const { near, far } = carrierCall(target.number, ringing.callerId);
    const leg = openCarrierLeg(id, 'placed', near);
    const carrier = Object.hasOwn(options.carriers, target.line) ? options.carriers[target.line] : undefined;
    if (!carrier) return leg.ended(NO_LINE);
    leg.ringTimer = setTimeout(() => end(leg, { cause: 'noAnswer', sipStatus: 408, by: 'us' }), ringing.timeoutMs);
    try {
      carrier.place(far);
    } catch (problem) {
      report(problem);
      end(leg, { cause: 'failed', sipStatus: 500, by: 'us' });
    }
  }

  function ringAccount(id: LegId, account: string, { callerId, callerName = '', headers = {}, timeoutMs }: RingOptions): void {
    const { leg, sound } = openSipLeg(id, 'placed', account, teller.tell, legs);
    join(leg, edge.invite(account, { callId: randomUUID(), callerId, callerName, headers, timeoutMs, handle: handlerFor(leg, sound) }));
  }

  /** Ends a leg from our side; what the far side still says about it is not heard any more. */
  function end(leg: ExchangeLeg, how: LegEnd): void {
    if (leg.at === 'ended') return;
    leg.ended(how);
    try {
      leg.signal.end();
    } catch (problem) {
      report(problem);
    }
  }

  async function accept(leg: ExchangeLeg): Promise<void> {
    try {
      await leg.signal.accept();
    } catch (problem) {
      report(problem);
      end(leg, { cause: 'failed', sipStatus: 500, by: 'us' });
    }
  }

  function watch(leg: ExchangeLeg): void {
    switch (judge(leg, patience, clock.nowMs(), ownCalls.has(leg.id))) {
      case 'fine':
        return;
      case 'report':
        return leg.reportQuality();
      case 'lost':
        return end(leg, LOST);
      case 'tooLong':
        return end(leg, endOfOurs(leg.made, leg.at === 'answered'));
      case 'refuse':
        leg.ended({ cause: 'refused', sipStatus: 480, by: 'us' });
        return leg.signal.refuse(480);
    }
  }
  const watching = setInterval(() => {
    for (const leg of [...legs.values(), ...ownCalls.values()]) {
      try {
        watch(leg);
      } catch (problem) {
        report(problem);
      }
    }
  }, WATCH_MS);
  watching.unref();

  /** A command to a leg; to one that is gone it does nothing. */
  const ofLeg = <Rest extends readonly unknown[]>(run: (leg: ExchangeLeg, ...rest: Rest) => unknown) => async (id: LegId, ...rest: Rest): Promise<void> => {
    const leg = legs.get(id);
    if (leg) await run(leg, ...rest);
  };

  return {
    ring: async (id, target, ringing) => ring(id, target, ringing),
    announceRinging: ofLeg((leg) => {
      if (leg.made !== 'offered' || leg.at !== 'waiting') return;
      leg.isAttended = true;
      leg.signal.ring();
    }),
    openEarlyMedia: ofLeg(async (leg) => {
      if (leg.made !== 'offered' || leg.at !== 'waiting') return;
      leg.isAttended = true;
      await leg.signal.openEarly();
    }),
    answer: ofLeg((leg) => (leg.made === 'offered' && leg.at === 'waiting' ? accept(leg) : undefined)),
    refuse: ofLeg((leg, sipStatus: number, reason?: string) => {
      if (leg.made !== 'offered' || leg.at !== 'waiting') return end(leg, endOfOurs(leg.made, leg.at === 'answered'));
      leg.ended({ cause: 'refused', sipStatus, by: 'us' });
      leg.signal.refuse(sipStatus, reason);
    }),
    hangUp: ofLeg((leg) => end(leg, endOfOurs(leg.made, leg.at === 'answered'))),

    bridge: async (a, b) => switchboard.bridge(a, b),
    separate: async (leg) => switchboard.separate(leg),
    hold: async (leg, music) => switchboard.hold(leg, music),
    play: async (leg, sound, { playId = '', loop = false } = {}) => switchboard.play(leg, sound, { playId, loop }),
    stopPlaying: async (leg) => switchboard.stopPlaying(leg),
    sendKeys: async (leg, keys, gapMs = DEFAULT_KEY_GAP_MS) => switchboard.sendKeys(leg, keys, gapMs),
    record: async (leg, recordingId) => switchboard.record(leg, recordingId),
    stopRecording: async (recordingId) => switchboard.stopRecording(recordingId),
    monitor: async (supervisor, target, mode) => switchboard.monitor(supervisor, target, mode),
    reportTransfer: ofLeg((leg, sipStatus: number) => leg.signal.reportTransfer(sipStatus)),
    openStream: async (leg) => switchboard.openStream(leg),

    legs: async () => [...legs.keys()],
    isRegistered: (account) => edge.isRegistered(account),
    async forget(account) {
      edge.forget(account);
      for (const leg of [...legs.values(), ...ownCalls.values()]) if (leg.account === account) end(leg, endOfOurs(leg.made, leg.at === 'answered'));
    },
    onEvent: (listener) => teller.listen(listener),

    attach: (server) => edge.attach(server),
    counts: () => ({ legs: legs.size, ownCalls: ownCalls.size, suspicious, sip: edge.stats() }),
    async stop() {
      clearInterval(watching);
      for (const leg of [...legs.values(), ...ownCalls.values()]) end(leg, { cause: 'server', sipStatus: null, by: 'us' });
      await edge.stop();
      await switchboard.stop();
    },
  };
}
