import type { Server } from 'node:http';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import type { Carrier, Metronome } from '../carrier.ts';
import { endOfOurs, type LegEnd } from './end-causes.ts';
import type { ExchangeLeg } from './exchange-leg.ts';
import { openLegRoom, type LegRoomOptions } from './leg-room.ts';
import { DEFAULT_PATIENCE, judge, type Patience } from './leg-watch.ts';
import { isOwnNumber } from './own-numbers.ts';
import { openSipEdge, type SipEdgeOptions } from './sip/open-sip-edge.ts';
import type { SipAccounts, SipEdgeEvent, SipStats } from './sip/sip-edge.ts';
import { holdMediaPort } from './sound/media-port.ts';
import { openSwitchboard } from './sound/switchboard.ts';
import { openTeller } from './teller.ts';

export interface EmbeddedExchangeOptions {
  domain: string;
  accounts: SipAccounts;
  /** Outside lines by name. Whoever opened them stops them. */
  carriers: Readonly<Record<string, Carrier>>;
  recordingsFolder: string;
  media: LegRoomOptions['media'];
  clock: { nowMs(): number };
  log: { error(fields: object, text: string): void };
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
const SERVER: LegEnd = { cause: 'server', sipStatus: null, by: 'us' };

export function openEmbeddedExchange(options: EmbeddedExchangeOptions): EmbeddedExchange {
  const { clock, log, metronome, carriers, media } = options;
  const patience: Patience = { ...DEFAULT_PATIENCE, ...options.patience };
  const report = (problem: unknown): void => log.error({ err: problem }, 'bug: in the exchange');
  const port = media.udpPort === undefined ? null : holdMediaPort(media.udpPort, media.bindAddress);
  const teller = openTeller(report);
  const edge = openSipEdge({ domain: options.domain, accounts: options.accounts, clock, log, ...options.sip });
  const switchboard = openSwitchboard({ metronome, recordingsFolder: options.recordingsFolder, onFault: report });
  const room = openLegRoom({
    edge,
    switchboard,
    metronome,
    carriers,
    media,
    language: options.language ?? 'en-US',
    nowMs: () => clock.nowMs(),
    tell: teller.tell,
    report,
  });
  let suspicious = 0;

  switchboard.onEvent((event) => {
    if (room.ownCalls.has(event.leg)) return;
    teller.tell(event.type === 'keyPressed' ? { ...event, by: room.keyCameBy() } : event);
  });
  edge.onEvent((event) => {
    switch (event.type) {
      case 'registered':
        return teller.tell({ type: 'accountRegistered', account: event.account, contacts: event.contacts });
      case 'unregistered':
        return teller.tell({ type: 'accountUnregistered', account: event.account });
      case 'invited':
        return isOwnNumber(event.to) && !event.isGuest ? room.serveOwn(event) : room.offerPhone(event);
      case 'suspicious':
        suspicious += 1;
        return options.onSuspicious?.(event);
    }
  });
  for (const [line, carrier] of Object.entries(carriers)) carrier.onCall((call) => room.offerOutside(line, call));

  const hangUp = (leg: ExchangeLeg): void => room.end(leg, endOfOurs(leg.made, leg.at === 'answered'));
  function refuse(leg: ExchangeLeg, sipStatus: number, reason?: string): void {
    if (leg.made !== 'offered' || leg.at !== 'waiting') return hangUp(leg);
    leg.ended({ cause: 'refused', sipStatus, by: 'us' });
    leg.signal.refuse(sipStatus, reason);
  }

  function watch(leg: ExchangeLeg): void {
    switch (judge(leg, patience, clock.nowMs(), room.ownCalls.has(leg.id))) {
      case 'fine':
        return;
      case 'report':
        return leg.reportQuality();
      case 'lost':
        return room.end(leg, LOST);
      case 'tooLong':
        return hangUp(leg);
      case 'refuse':
        return refuse(leg, 480);
    }
  }
  const watching = setInterval(() => {
    for (const leg of room.all()) {
      try {
        watch(leg);
      } catch (problem) {
        report(problem);
      }
    }
  }, WATCH_MS);
  watching.unref();

  /** A command to a leg; to one that is gone it does nothing. */
  const ofLeg =
    <Rest extends readonly unknown[]>(run: (leg: ExchangeLeg, ...rest: Rest) => unknown) =>
    async (id: LegId, ...rest: Rest): Promise<void> => {
      const leg = room.legs.get(id);
      if (leg) await run(leg, ...rest);
    };
  /** A command to a leg that was offered and waits for an answer. */
  const ofWaiting = (run: (leg: ExchangeLeg) => unknown) =>
    ofLeg(async (leg) => {
      if (leg.made !== 'offered' || leg.at !== 'waiting') return;
      leg.isAttended = true;
      await run(leg);
    });

  return {
    ring: async (id, target, ringing) => room.ring(id, target, ringing),
    announceRinging: ofWaiting((leg) => leg.signal.ring()),
    openEarlyMedia: ofWaiting((leg) => leg.signal.openEarly()),
    answer: ofWaiting((leg) => room.accept(leg)),
    refuse: ofLeg(refuse),
    hangUp: ofLeg(hangUp),

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

    legs: async () => [...room.legs.keys()],
    isRegistered: (account) => edge.isRegistered(account),
    async forget(account) {
      edge.forget(account);
      for (const leg of room.all()) if (leg.account === account) hangUp(leg);
    },
    cutOff: async (account) => edge.cutOff(account),
    onEvent: (listener) => teller.listen(listener),

    attach: (server) => edge.attach(server),
    counts: () => ({ legs: room.legs.size, ownCalls: room.ownCalls.size, suspicious, sip: edge.stats() }),
    async stop() {
      clearInterval(watching);
      for (const leg of room.all()) room.end(leg, SERVER);
      await edge.stop();
      await switchboard.stop();
      port?.release();
    },
  };
}
