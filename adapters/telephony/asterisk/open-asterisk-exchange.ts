import { randomUUID } from 'node:crypto';
import { legId, type LegId, type TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import { openEventQueue } from '../embedded/open-event-queue.ts';
import { Arranger } from './arranger.ts';
import type { AsteriskExchange, AsteriskExchangeOptions, AsteriskPatience } from './asterisk-exchange.ts';
import { ChannelStarts } from './channel-starts.ts';
import { StasisApplication } from './config/house-names.ts';
import { EdgeOrders } from './edge-orders.ts';
import { exchangeNode } from './exchange-node.ts';
import { HearingOrders } from './hearing-orders.ts';
import { LegBook, type AriLeg } from './leg-book.ts';
import { LegCustody } from './leg-custody.ts';
import { LegEnds } from './leg-ends.ts';
import { order, pressKeys, transferState } from './leg-orders.ts';
import { LegTeller } from './leg-teller.ts';
import { Lobby } from './lobby.ts';
import { NewsDesk } from './news-desk.ts';
import { NodeLines } from './node-lines.ts';
import { openAudioStreams } from './open-audio-streams.ts';
import { openSoundServer } from './open-sound-server.ts';
import { PhoneCare } from './phone-care.ts';
import { Recorder } from './recorder.ts';

const DEFAULT_KEY_GAP_MS = 250;
const DEFAULT_PATIENCE: AsteriskPatience = {
  qualityMs: 5_000,
  unattendedMs: 60_000,
  unansweredMs: 180_000,
  nodeMs: 5_000,
};

/** Everything the exchange is made of, joined and not yet listening. */
async function joinParts(options: AsteriskExchangeOptions) {
  const { log, address, metronome, domain } = options;
  const patience = { ...DEFAULT_PATIENCE, ...options.patience };
  const nowMs = (): number => Math.floor(options.clock.monotonicMs());
  const report = (problem: unknown): void => log.error({ err: problem }, 'bug: in the exchange on Asterisk');
  const emitter = openEventQueue(report);
  const emit = (event: TelephonyEvent): void => emitter.emit(event);
  const nodes = options.nodes.map(exchangeNode);
  const book = new LegBook();
  const starts = new ChannelStarts();
  const sounds = await openSoundServer(address, options.soundPort);
  const streams = await openAudioStreams({
    address,
    metronome,
    ...(options.streamPort !== undefined && { port: options.streamPort }),
  });
  const recorder = new Recorder({ folder: options.recordingsFolder, emit, report });
  const arranger = new Arranger({
    book,
    starts: (channel) => starts.of(channel),
    mediaOf: (played) => hearing.mediaOf(played),
    report,
  });
  const teller = new LegTeller({
    emit,
    nowMs,
    onEnd(leg) {
      hearing.forget(leg);
      book.remove(leg);
      recorder.ended(leg);
      arranger.settle(hearing.companions(leg), [leg]).catch(report);
    },
  });
  const ends = new LegEnds(teller);
  const hearing = new HearingOrders({ book, arranger, teller, sounds, streams, starts, report });
  const lines: NodeLines = new NodeLines({
    nodes,
    nodeMs: patience.nodeMs,
    onEvent: (application, node, event) => desk.receive(application, node, event),
    stands: (application, node) => custody.compare(application, node),
    lost: (application, node) => custody.lost(application, node),
    report,
  });
  const custody = new LegCustody({
    book,
    teller,
    arranger,
    recorder,
    lines,
    nodes,
    starts,
    domain,
    ownLines: options.lines,
    nowMs,
    patience,
    report,
  });
  const desk = new NewsDesk({
    book,
    teller,
    hearing,
    custody,
    starts,
    ownLines: options.lines,
    emit,
    nowMs,
    report,
    lobby: options.leader && new Lobby({ leader: options.leader, report }),
    replaced: (application) => leave(application),
  });
  const phones = new PhoneCare({
    table: options.phones,
    edge: new EdgeOrders(options.edgeUrl),
    book,
    teller,
    emit,
    hangUp: ends.hangUp,
    report,
  });

  custody.onBegin = (leg) => phones.begins(leg);
  custody.onLeft = (leg) => hearing.left(leg);

  function leave(application: string): void {
    lines.leave(application);
    custody.leave(application);
  }
  return {
    patience,
    report,
    emitter,
    nodes,
    book,
    sounds,
    streams,
    recorder,
    ends,
    hearing,
    lines,
    custody,
    phones,
    leave,
  };
}

export async function openAsteriskExchange(options: AsteriskExchangeOptions): Promise<AsteriskExchange> {
  const parts = await joinParts(options);
  const { patience, report, emitter, nodes, book, recorder, ends, hearing, lines, custody, phones, leave } = parts;
  /** A command to a leg; to one that is gone it does nothing. */
  const ofLeg =
    <Rest extends readonly unknown[]>(run: (leg: AriLeg, ...rest: Rest) => Promise<unknown> | void) =>
    async (id: LegId, ...rest: Rest): Promise<void> => {
      const leg = book.get(id);
      if (leg) await run(leg, ...rest);
    };
  const ofWaiting = (run: (leg: AriLeg) => Promise<void>) =>
    ofLeg(async (leg) => {
      if (leg.made === 'offered' && leg.at === 'waiting') await run(leg);
    });

  await phones.open();
  await Promise.all(options.applications.map((application) => lines.lead(application)));
  const watching = setInterval(() => custody.watch().catch(report), Math.min(1_000, patience.qualityMs));
  watching.unref();
  const ring: AsteriskExchange['ring'] = (id, target, ringing) => custody.ring(id, target, ringing);
  const onEvent: AsteriskExchange['onEvent'] = (listener) => emitter.listen(listener);
  options.lines?.joined?.({ ring, hangUp: ofLeg(ends.hangUp), onEvent, callsOn: (line) => book.callsOn(line) });

  return {
    outlivesProcess: true,
    ring,
    announceRinging: ofWaiting((leg) => order(leg, 'ring')),
    openEarlyMedia: ofWaiting((leg) => order(leg, 'progress')),
    answer: ofWaiting((leg) => order(leg, 'answer')),
    refuse: ofLeg((leg, sipStatus: number, _reason?: string) => ends.refuse(leg, sipStatus)),
    hangUp: ofLeg(ends.hangUp),

    bridge: (...ids) => hearing.bridge(ids),
    separate: ofLeg((leg) => hearing.separate(leg)),
    hold: ofLeg((leg, music: Sound) => hearing.hold(leg, music)),
    mute: ofLeg((leg, muted: boolean) => hearing.mute(leg, muted)),
    play: ofLeg((leg, sound: Sound, { playId = '', loop = false }: { playId?: string; loop?: boolean } = {}) =>
      hearing.play(leg, sound, { playId, loop }),
    ),
    stopPlaying: ofLeg((leg) => hearing.stopPlaying(leg)),
    sendKeys: ofLeg((leg, keys: string, gapMs: number = DEFAULT_KEY_GAP_MS) => pressKeys(leg, keys, gapMs)),
    record: ofLeg((leg, recordingId: string) => recorder.start(leg, recordingId)),
    stopRecording: (recordingId) => recorder.stop(recordingId),
    monitor: (supervisor, target, mode) => hearing.monitor(supervisor, target, mode),
    reportTransfer: ofLeg(async (leg, sipStatus: number) => {
      const states = transferState(sipStatus);
      if (states !== null) await order(leg, 'transfer_progress', { states });
    }),
    openStream: (id) => hearing.openStream(id, randomUUID()),

    async legs(tenantId) {
      const of = tenantId === undefined ? null : StasisApplication.ofTenant(tenantId);
      return book.all().flatMap(({ id, application }) => (of === null || application === of ? legId(id) : []));
    },
    isAnswered: (id) => book.get(id)?.at === 'answered',
    isRegistered: (account) => phones.isRegistered(account),
    forget: (account) => phones.forget(account),
    retire: (account) => phones.retire(account),
    cutOff: (account) => phones.cutOff(account),
    serve: (tenantId) => lines.lead(StasisApplication.ofTenant(tenantId)),
    release: (tenantId) => leave(StasisApplication.ofTenant(tenantId)),
    onEvent,

    async lead(application) {
      await lines.lead(application);
      return custody.found(application);
    },
    leave,
    collectLeft: () => recorder.collectLeft(nodes),
    counts: () => ({
      legs: book.all().length,
      registrations: phones.count(),
      nodes: nodes.map((node) => ({
        name: node.name,
        isUp: lines.isUp(node),
        legs: book.all().filter((leg) => leg.node === node).length,
      })),
    }),
    async stop(calls = 'goOn') {
      clearInterval(watching);
      if (calls === 'end') await Promise.allSettled(book.all().map(ends.hangUp));
      for (const application of lines.applications()) lines.leave(application);
      await recorder.written();
      await phones.close();
      await parts.streams.stop();
      await parts.sounds.stop();
      for (const node of nodes) node.ami.close();
    },
  };
}
