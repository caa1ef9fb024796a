import { legId, type LegId, type RingOptions, type Target } from '#core/telephony/telephony.port.ts';
import { causeOfStatus } from '#core/telephony/end-causes.ts';
import { adoptParts } from './adopt-parts.ts';
import type { Arranger } from './arranger.ts';
import { isTooLate } from './ari-client.ts';
import { endOfChannel, type AriChannel, type FoundEnd } from './ari-events.ts';
import type { AsteriskPatience, FoundLeg } from './asterisk-exchange.ts';
import type { ChannelStarts } from './channel-starts.ts';
import { LegVariable, nodesInTurn, shardOf, StasisApplication, tenantOfApplication } from './config/house-names.ts';
import type { ExchangeNode } from './exchange-node.ts';
import { newAriLeg, type AriLeg, type LegBirth, type LegBook } from './leg-book.ts';
import { dial, hangUpChannel, refuseChannel, wayOf } from './leg-orders.ts';
import { qualityOf, type RtpStatistics, type SeenSound } from './leg-quality.ts';
import type { LegTeller } from './leg-teller.ts';
import type { OwnLines } from './lines/own-lines.ts';
import type { NodeLines } from './node-lines.ts';
import { reconcile } from './reconcile.ts';
import type { Recorder } from './recorder.ts';

interface LegCustodyOptions {
  book: LegBook;
  teller: LegTeller;
  arranger: Arranger;
  recorder: Recorder;
  lines: NodeLines;
  nodes: readonly ExchangeNode[];
  starts: ChannelStarts;
  domain: string;
  ownLines: OwnLines | undefined;
  nowMs(): number;
  patience: AsteriskPatience;
  report(problem: unknown): void;
}

const UNANSWERED: FoundEnd = { cause: 'noAnswer', sipStatus: 408, by: 'us' };
const FAILED: FoundEnd = { cause: 'failed', sipStatus: 500, by: 'us' };
const NO_NODE: FoundEnd = { cause: 'unreachable', sipStatus: 503, by: 'us' };
const LOST: FoundEnd = { cause: 'lost', sipStatus: null, by: 'them' };
/** The line takes no call now. */
const refusedWith = (sipStatus: number): FoundEnd => ({ cause: causeOfStatus(sipStatus), sipStatus, by: 'us' });
const GIVEN_UP = { cause: 127, status: null };
const OFFERED_LATE_MS = 2_000;
/** What stands in for a leg or beside it, by the beginnings of its names. */
const isPart = (channel: string): boolean => /^(ghost|spy|stream)-/.test(channel);

/** How legs come to be, by our wish, by an offer or found; and how the watch ends them. */
export class LegCustody {
  readonly #options: LegCustodyOptions;
  readonly #seen = new WeakMap<AriLeg, SeenSound & { reportedMs: number }>();
  readonly #found = new Map<string, FoundLeg[]>();
  onBegin: (leg: AriLeg) => void = () => {};
  onLeft: (leg: AriLeg) => void = () => {};

  constructor(options: LegCustodyOptions) {
    this.#options = options;
  }

  async ring(id: LegId, target: Target, ringing: RingOptions): Promise<void> {
    const { teller, starts, domain, lines, report } = this.#options;
    const application = StasisApplication.ofTenant(ringing.tenantId);
    // What is not led here would be told to nobody.
    const node = lines.isLed(application) ? this.#nodeFor(application) : undefined;
    const account = 'account' in target ? target.account : null;
    const line = 'line' in target ? target.line : null;
    const birth = { application, node: node ?? this.#options.nodes[0]!, channel: id, account, line };
    const leg = this.take({ ...birth, made: 'rung' });
    if (!node) return teller.ended(leg, NO_NODE);
    const way = wayOf(this.#options.ownLines, target, ringing);
    if (typeof way === 'number') return teller.ended(leg, refusedWith(way));
    leg.ringTimer = setTimeout(() => {
      teller.ended(leg, UNANSWERED);
      hangUpChannel(leg).catch(report);
    }, ringing.timeoutMs);
    const dialled = dial(leg, target, ringing, { domain, started: starts.of(leg.channel), way });
    leg.ready = dialled.catch(() => {});
    await dialled.catch((problem: unknown) => {
      if (!isTooLate(problem)) report(problem);
      teller.ended(leg, FAILED);
    });
  }

  take(birth: Omit<LegBirth, 'id' | 'sinceMs'>): AriLeg {
    const leg = newAriLeg({ ...birth, id: legId(birth.channel), sinceMs: this.#options.nowMs() });
    this.#options.book.add(leg);
    this.onBegin(leg);
    return leg;
  }

  /** Of a leg that came by the dial plan we hear only while it is in Stasis, unless we ask for more: its end would have no cause. */
  async follow(leg: AriLeg): Promise<void> {
    const source = { eventSource: `channel:${leg.channel}` };
    await leg.node.ari.post(`/applications/${leg.application}/subscription`, source).catch((problem: unknown) => {
      if (!isTooLate(problem)) throw problem;
      this.#options.teller.ended(leg, endOfChannel(leg.made, leg.at === 'answered', GIVEN_UP));
    });
  }

  /** The node is gone, with every call of the application. */
  lost(application: string, node: ExchangeNode): void {
    const { book, teller } = this.#options;
    for (const leg of book.all()) if (leg.application === application && leg.node === node) teller.ended(leg, LOST);
  }

  /** Others lead these legs now: they are forgotten, not ended. */
  leave(application: string): void {
    const { book, recorder, arranger } = this.#options;
    const left = book.all().filter((leg) => leg.application === application);
    for (const leg of left) {
      clearTimeout(leg.ringTimer);
      book.remove(leg);
      recorder.left(leg);
      this.onLeft(leg);
    }
    arranger.left(left);
    this.#found.delete(application);
  }

  /** What was found when the application was led first. */
  found = (application: string): FoundLeg[] => this.#found.get(application) ?? [];

  /** Compares our book with what the node has. */
  async compare(application: string, node: ExchangeNode): Promise<void> {
    const { book, teller, arranger } = this.#options;
    const [theirs, channels, bridges] = await Promise.all([
      node.ari.get<{ channel_ids: string[]; bridge_ids: string[] }>(`/applications/${application}`),
      node.ari.get<AriChannel[]>('/channels'),
      node.ari.get<{ id: string; name: string; channels: string[] }[]>('/bridges'),
    ]);
    const known = book.all().filter((leg) => leg.application === application && leg.node === node);
    const living = channels.filter(({ id }) => theirs.channel_ids.includes(id));
    const plan = reconcile({
      known: known.filter(({ at }) => at !== 'ended').map(({ channel }) => channel),
      channels: living.map(({ id }) => ({ id, isPart: isPart(id) })),
      bridges: bridges.filter(({ name }) => name === application),
    });
    for (const channel of plan.gone) {
      const leg = book.ofChannel(channel);
      if (leg) teller.ended(leg, endOfChannel(leg.made, leg.at === 'answered', GIVEN_UP));
    }
    const adopted = plan.adopt.map((id) =>
      this.#adopt(
        application,
        node,
        living.find((one) => one.id === id)!,
      ),
    );
    const ours = bridges.filter(({ name }) => name === application);
    arranger.adopt(ours.map(({ id }) => id));
    for (const { room, channels: members } of plan.rooms)
      for (const member of members) {
        const leg = book.ofChannel(member);
        if (!leg || !adopted.includes(leg)) continue;
        leg.room = room;
        leg.hears = { from: 'room' };
        leg.stands.at = room;
      }
    const parts = living.filter(({ id }) => isPart(id) && !plan.hangUp.includes(id));
    const isAdopted = (leg: AriLeg | undefined) => (leg && adopted.includes(leg) ? leg : undefined);
    const find = { leg: (id: LegId) => isAdopted(book.get(id)), ofChannel: (id: string) => book.ofChannel(id) };
    const strayed = adoptParts(find, parts, ours);
    if (strayed.length > 0) await arranger.settle(strayed);
    await Promise.all([
      ...plan.hangUp.map((id) => node.ari.delete(`/channels/${id}`).catch(() => {})),
      ...plan.remove.map((id) => node.ari.delete(`/bridges/${id}`).catch(() => {})),
    ]);
    const found = await Promise.all(adopted.map((leg) => this.#describe(leg)));
    this.#found.set(application, [...this.found(application), ...found]);
    for (const leg of adopted) this.#reportFound(leg);
  }

  /** Of one that has just come in the node tells in a moment that it is offered: it is not found, only seen early. */
  #reportFound(leg: AriLeg): void {
    const tenantId = tenantOfApplication(leg.application);
    if (tenantId === null) return;
    const emitFound = (): void => {
      if (leg.isFound && this.#options.book.get(leg.id) === leg) this.#options.teller.found(leg, tenantId);
    };
    if (leg.made === 'rung' || leg.at === 'answered') emitFound();
    else setTimeout(emitFound, OFFERED_LATE_MS).unref();
  }

  /** Quality by the clock; offered legs nobody attends to are refused. */
  async watch(): Promise<void> {
    const { book, nowMs, patience, teller } = this.#options;
    const now = nowMs();
    await Promise.all(
      book.all().map(async (leg) => {
        if (leg.at === 'waiting' && leg.made === 'offered' && now - leg.sinceMs >= patience.unansweredMs) {
          teller.ended(leg, { cause: 'refused', sipStatus: 480, by: 'us' });
          return refuseChannel(leg, 480);
        }
        const seen = this.#seen.get(leg);
        if (leg.at === 'answered' && now - (seen?.reportedMs ?? leg.sinceMs) >= patience.qualityMs)
          await this.#reportQuality(leg, seen, now);
      }),
    );
  }

  async #reportQuality(leg: AriLeg, seen: SeenSound | undefined, now: number): Promise<void> {
    try {
      const statistics = await leg.node.ari.get<RtpStatistics>(`/channels/${leg.channel}/rtp_statistics`);
      const { quality, seen: next } = qualityOf(statistics, seen, now);
      this.#seen.set(leg, { ...next, reportedMs: now });
      this.#options.teller.quality(leg, quality);
    } catch (problem) {
      if (!isTooLate(problem)) throw problem;
    }
  }

  #adopt(application: string, node: ExchangeNode, channel: AriChannel): AriLeg {
    const variables = channel.channelvars ?? {};
    const leg = this.take({
      application,
      node,
      channel: channel.id,
      // Asterisk names what comes in after itself; what we ring has names of ours.
      made: channel.id.startsWith(`${node.name}-`) ? 'offered' : 'rung',
      account: variables[LegVariable.account] || null,
      line: variables[LegVariable.line] || null,
    });
    if (channel.state === 'Up') leg.at = 'answered';
    leg.isFound = true;
    return leg;
  }

  async #describe(leg: AriLeg): Promise<FoundLeg> {
    const { book, recorder } = this.#options;
    const recordingId = await recorder.adopt(leg);
    const partners = book.all().filter((one) => one !== leg && leg.room !== null && one.room === leg.room);
    return {
      leg: leg.id,
      made: leg.made,
      account: leg.account,
      isAnswered: leg.at === 'answered',
      partners: partners.map(({ id }) => id),
      recordingId,
    };
  }

  /** Calls of an application meet on one node: the one it has legs on, else the first in turn that lives. */
  #nodeFor(application: string): ExchangeNode | undefined {
    const { book, nodes, lines } = this.#options;
    const living = nodes.filter((node) => lines.isUp(node, application));
    const meeting = book.all().find((leg) => leg.application === application && living.includes(leg.node));
    const turn = Number(/(\d+)$/.exec(application)?.[1] ?? 0);
    return meeting?.node ?? nodesInTurn(shardOf(turn), nodes).find((node) => living.includes(node));
  }
}
