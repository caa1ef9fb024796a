import type { LegId } from '#core/telephony/telephony.port.ts';
import type { Carrier } from '../carrier.ts';
import type { EmbeddedExchange, EmbeddedExchangeOptions } from './embedded-exchange.ts';
import { LegCare } from './leg-care.ts';
import type { LegEnd } from './end-causes.ts';
import type { ExchangeLeg } from './exchange-leg.ts';
import { DEFAULT_PATIENCE } from './leg-watch.ts';
import { openLegRegistry } from './open-leg-registry.ts';
import { isOwnNumber } from './own-numbers.ts';
import { openSipEdge } from './sip/open-sip-edge.ts';
import { holdMediaPort } from './sound/media-port.ts';
import { openSwitchboard } from './sound/open-switchboard.ts';
import { openEventQueue } from './open-event-queue.ts';

const DEFAULT_KEY_GAP_MS = 250;
const SERVER: LegEnd = { cause: 'server', sipStatus: null, by: 'us' };

export function openEmbeddedExchange(options: EmbeddedExchangeOptions): EmbeddedExchange {
  const { log, metronome, media } = options;
  const carriers = new Map<string, Carrier>();
  const clock = { nowMs: () => Math.floor(options.clock.monotonicMs()) };
  const report = (problem: unknown): void => log.error({ err: problem }, 'bug: in the exchange');
  const port = media.udpPort === undefined ? null : holdMediaPort(media.udpPort, media.bindAddress);
  const emitter = openEventQueue(report);
  const edge = openSipEdge({ domain: options.domain, accounts: options.accounts, clock, log, ...options.sip });
  const switchboard = openSwitchboard({ metronome, recordingsFolder: options.recordingsFolder, onFault: report });
  const room = openLegRegistry({
    edge,
    switchboard,
    metronome,
    carriers,
    media,
    language: options.language ?? 'en-US',
    nowMs: () => clock.nowMs(),
    emit: emitter.emit,
    report,
  });
  let suspicious = 0;

  switchboard.onEvent((event) => {
    if (room.ownCalls.has(event.leg)) return;
    emitter.emit(event.type === 'keyPressed' ? { ...event, by: room.keyCameBy() } : event);
  });
  edge.onEvent((event) => {
    switch (event.type) {
      case 'registered':
        return emitter.emit({ type: 'accountRegistered', account: event.account, contacts: event.contacts });
      case 'unregistered':
        return emitter.emit({ type: 'accountUnregistered', account: event.account });
      case 'replaced':
        return emitter.emit({ type: 'accountReplaced', account: event.account, address: event.address });
      case 'invited':
        return isOwnNumber(event.to) && !event.isGuest ? room.serveOwn(event) : room.offerPhone(event);
      case 'suspicious':
        suspicious += 1;
        return options.onSuspicious?.(event);
    }
  });
  function addCarrier(line: string, carrier: Carrier): void {
    carriers.set(line, carrier);
    carrier.onCall((call) => room.offerOutside(line, call));
  }
  for (const [line, carrier] of Object.entries(options.carriers)) addCarrier(line, carrier);

  const care = new LegCare({
    room,
    patience: { ...DEFAULT_PATIENCE, ...options.patience },
    nowMs: () => clock.nowMs(),
    report,
  });

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
    outlivesProcess: false,
    ring: async (id, target, ringing) => room.ring(id, target, ringing),
    announceRinging: ofWaiting((leg) => leg.signal.ring()),
    openEarlyMedia: ofWaiting((leg) => leg.signal.openEarly()),
    answer: ofWaiting((leg) => room.accept(leg)),
    refuse: ofLeg((leg, sipStatus: number, reason?: string) => care.refuse(leg, sipStatus, reason)),
    hangUp: ofLeg((leg) => care.hangUp(leg)),

    bridge: async (...legs) => switchboard.bridge(...legs),
    separate: async (leg) => switchboard.separate(leg),
    hold: async (leg, music) => switchboard.hold(leg, music),
    mute: async (leg, muted) => switchboard.mute(leg, muted),
    play: async (leg, sound, { playId = '', loop = false } = {}) => switchboard.play(leg, sound, { playId, loop }),
    stopPlaying: async (leg) => switchboard.stopPlaying(leg),
    sendKeys: async (leg, keys, gapMs = DEFAULT_KEY_GAP_MS) => switchboard.sendKeys(leg, keys, gapMs),
    record: async (leg, recordingId) => switchboard.record(leg, recordingId),
    stopRecording: async (recordingId) => switchboard.stopRecording(recordingId),
    monitor: async (supervisor, target, mode) => switchboard.monitor(supervisor, target, mode),
    reportTransfer: ofLeg((leg, sipStatus: number) => leg.signal.reportTransfer(sipStatus)),
    openStream: async (leg) => switchboard.openStream(leg),

    legs: async () => [...room.legs.keys()],
    isAnswered: (leg) => room.legs.get(leg)?.at === 'answered',
    isRegistered: (account) => edge.isRegistered(account),
    async forget(account) {
      edge.forget(account);
      for (const leg of room.all()) if (leg.account === account) care.hangUp(leg);
    },
    retire: async (account) => edge.retire(account),
    cutOff: async (account) => edge.cutOff(account),
    // Whoever comes to this process is led here.
    serve: async () => {},
    release: () => {},
    onEvent: (listener) => emitter.listen(listener),

    addCarrier,
    removeCarrier: (line) => void carriers.delete(line),
    attach: (server) => edge.attach(server),
    listen: (wiring) => edge.listen(wiring),
    counts: () => ({ legs: room.legs.size, ownCalls: room.ownCalls.size, suspicious, sip: edge.stats() }),
    async stop() {
      care.stop();
      for (const leg of room.all()) room.end(leg, SERVER);
      await edge.stop();
      await switchboard.stop();
      port?.release();
    },
  };
}
