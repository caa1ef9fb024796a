import { randomUUID } from 'node:crypto';
import { Gauge } from 'prom-client';
import type { Call } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { CallView } from '../core/call-view.ts';
import { partyOf } from '#core/call/call-turn.ts';
import { viewersOf, viewFor } from '../core/call-view.ts';
import type { LegId, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { CALL_SETTINGS_SAID, readCallSettings } from '#features/voice/call-settings/server/index.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { agentSwitches } from './agent-switches.ts';
import { noFlows, openCallFlows } from './call-flows.ts';
import { orderDesk, type CallDeskParts } from './desk-orders.ts';
import { openLineServer } from './line-server.ts';
import { openLiveCall, type LiveCall } from './live-call.ts';
import { openMaskedPeople } from './masked-people.ts';
import { orderPhone } from './phone-orders.ts';
import { openPageNews } from './page-news.ts';
import { openQualityNotes } from './quality-notes.ts';
import { openReception } from './reception.ts';
import { openPhoneTransfers } from './phone-transfers.ts';
import type { GoalParts } from './transfer-goal.ts';

export type CallDeskWorld = Pick<World, 'db' | 'telephony' | 'sessions' | 'exchange' | 'clock' | 'log' | 'metrics'>;

/** Every call of this node. */
export interface CallDesk {
  start(): Promise<void>;
  /** Hangs up everything; callers in line are kept as promises where their group allows it. */
  stop(): Promise<void>;
  /** A call that goes on. */
  call(tenantId: number, callId: string): LiveCall | null;
  /** What a person's page shows, the oldest call first. */
  viewsOf(tenantId: number, userId: number): CallView[];
  /** A call that goes on or ended lately; null when it is longer ago. */
  recent(tenantId: number, callId: string): RecentCall | null;
  /** Every call of a tenant that goes on, the oldest first. */
  ofTenant(tenantId: number): LiveNow[];
  /** After every step of a call. */
  onChange(listener: (call: Call, before: Call) => void): () => void;
  /** Whom a customer may be handed to is looked up with these. */
  goalParts: GoalParts;
  /** Nothing is waiting to be done; for tests. */
  settled(): Promise<void>;
}

/** A call at this moment. */
export interface LiveNow {
  call: Call;
  /** How its agent's phone was last heard; null before there is a figure. */
  mos: number | null;
}

export interface RecentCall {
  tenantId: number;
  users: ReadonlySet<number>;
  answeredMs: number | null;
  /** Its end, or now. */
  lastMs: number;
}

/** What the parts of the desk share. */
export interface DeskCalls {
  open(initial: Call, first: CallEvent): LiveCall;
  all(): Iterable<LiveCall>;
  byId(callId: string): LiveCall | undefined;
  byLeg(leg: LegId): LiveCall | undefined;
  ofUser(tenantId: number, userId: number): LiveCall[];
  newId(): string;
}

const GAUGE = 'openseat_calls';
const RECENT_CALLS = 2_000;
const STOP_MS = 5_000;
const CHECK_BOARD_MS = 15_000;

/** Keeps one driven machine per call and carries out what they ask for. */
export function openCallDesk(world: CallDeskWorld, parts: CallDeskParts, after: After = systemTimer): CallDesk {
  const { db, telephony, exchange, clock, log, metrics } = world;
  const { board, queues, book } = parts;
  const calls = new Map<string, LiveCall>();
  const legs = new Map<LegId, LiveCall>();
  const recordings = new Map<string, { tenantId: number; callId: string; kind: 'call' | 'voicemail' }>();
  const recent = new Map<string, RecentCall & { users: Set<number> }>();
  const masked = openMaskedPeople(db, clock);
  const news = openPageNews({ db, report, needsMasking: masked.needsMasking, viewsOf });
  const quality = openQualityNotes(book, clock, report);
  const changeListeners = new Set<(call: Call, before: Call) => void>();
  const subscriptions: (() => void)[] = [];
  metrics.registry.removeSingleMetric(GAUGE);
  metrics.registry.registerMetric(
    new Gauge({
      name: GAUGE,
      help: 'Calls that go on',
      registers: [],
      collect() {
        this.set(calls.size);
      },
    }),
  );
  let stopping = false;

  function report(problem: unknown, callId?: string): void {
    if (isUnavailable(problem)) log.warn({ callId }, 'a call went on without the database');
    else log.error({ err: problem, callId }, 'call desk failed');
  }

  const switchesOf: GoalParts['switchesOf'] = (who) =>
    agentSwitches(db, who).catch((problem: unknown) => {
      report(problem);
      return {};
    });
  const phoneOrders = {
    telephony,
    needsMasking: masked.needsMasking,
    groupName: async (tenantId: number, groupId: number) => (await queues.group(tenantId, groupId))?.name ?? null,
  };
  const deskOrders = {
    ...parts,
    clock,
    settled: async (callId: string) => calls.get(callId)?.settled(),
    warn: news.warn,
    report,
  };

  const flows = openCallFlows({ ...parts, telephony, clock, switchesOf, host: parts.flows ?? noFlows, report });

  const desk: DeskCalls = {
    newId: () => randomUUID(),
    all: () => calls.values(),
    byId: (callId) => calls.get(callId),
    byLeg: (leg) => legs.get(leg),
    ofUser: (tenantId, userId) =>
      [...calls.values()].filter(
        (live) => live.current().tenantId === tenantId && viewersOf(live.current()).includes(userId),
      ),
    open(initial, first) {
      const live = openLiveCall(initial, {
        clock,
        after,
        report,
        changed,
        phone(effect, call, live) {
          if (
            effect.type === 'runFlow' ||
            effect.type === 'answerFlow' ||
            effect.type === 'keyToFlow' ||
            effect.type === 'leaveFlow'
          )
            return flows.perform(effect, live);
          if (effect.type === 'record')
            recordings.set(effect.recordingId, { tenantId: call.tenantId, callId: call.id, kind: effect.kind });
          return orderPhone(phoneOrders, effect, call);
        },
        desk: (effect, call) => orderDesk(deskOrders, effect, call),
      });
      calls.set(initial.id, live);
      for (const { leg } of initial.parties) legs.set(leg, live);
      live.send(first);
      // Looked up while everybody else was told to go.
      if (stopping) live.send({ type: 'stopped' });
      return live;
    },
  };
  const reception = openReception({ ...world, ...parts, desk, isStopping: () => stopping, report });
  const transfers = openPhoneTransfers({ telephony, ...parts, clock, desk, switchesOf, report });
  const line = openLineServer({ ...parts, db, exchange, clock, desk, switchesOf, report });
  queues.serveWith(line.server);

  /** After every step: legs are found by their call, pages hear what changed, a call without legs is forgotten. */
  function changed(before: Call, live: LiveCall): void {
    const call = live.current();
    for (const { leg } of call.parties) legs.set(leg, live);
    for (const { leg } of before.parties) {
      if (!call.parties.some((party) => party.leg === leg) && legs.get(leg) === live) legs.delete(leg);
    }
    if (before.at !== 'over') remember(call);
    for (const listener of changeListeners) tellOf(call, before, listener);
    for (const userId of new Set([...viewersOf(before), ...viewersOf(call)])) {
      if (JSON.stringify(viewFor(before, userId)) !== JSON.stringify(viewFor(call, userId)))
        news.changed(call.tenantId, userId);
    }
    if (call.at === 'over' && call.parties.length === 0)
      void live.settled().then(() => void (calls.get(call.id) === live && calls.delete(call.id)));
  }

  function tellOf(call: Call, before: Call, listener: (call: Call, before: Call) => void): void {
    try {
      listener(call, before);
    } catch (problem) {
      report(problem, call.id);
    }
  }

  function remember({ id, tenantId, answeredMs, parties }: Call): void {
    const known = recent.get(id);
    const users = known?.users ?? new Set<number>();
    for (const { who, shownAs } of parties) if (who.kind === 'agent' && shownAs === 'talking') users.add(who.userId);
    recent.delete(id);
    recent.set(id, { tenantId, users, answeredMs, lastMs: clock.nowMs() });
    if (recent.size > RECENT_CALLS)
      for (const [oldest] of recent) if (recent.size > RECENT_CALLS && !calls.has(oldest)) recent.delete(oldest);
  }

  function viewsOf(tenantId: number, userId: number): CallView[] {
    return desk
      .ofUser(tenantId, userId)
      .flatMap((live) => viewFor(live.current(), userId) ?? [])
      .sort((a, b) => a.startedMs - b.startedMs);
  }

  function heard(event: TelephonyEvent): void {
    switch (event.type) {
      case 'legOffered':
        return reception.offered(event);
      case 'accountRegistered':
        for (const live of calls.values()) live.send({ type: 'phoneRegistered', sipNum: event.account });
        return;
      case 'accountUnregistered':
        return;
      case 'recorded': {
        const { recordingId, path, durationMs } = event;
        const recording = recordings.get(recordingId);
        recordings.delete(recordingId);
        if (recording)
          void book
            .addRecording(recording.tenantId, recording.callId, { recordingId, path, durationMs, kind: recording.kind })
            .catch((problem: unknown) => report(problem, recording.callId));
        return;
      }
      case 'legQuality':
        return quality.heard(event, legs.get(event.leg)?.current());
      case 'transferAsked':
        return transfers.asked(event);
      case 'legEnded':
        quality.ended(event.leg, legs.get(event.leg)?.current());
        break;
    }
    const live = legs.get(event.leg);
    if (live) live.send(event);
    else reception.heard(event);
  }

  /** Calls that go on obey what their tenant has just changed. */
  async function obeyNewLimits(tenantId: number): Promise<void> {
    if (![...calls.values()].some((live) => live.current().tenantId === tenantId)) return;
    const { maxCallMs, maxHoldMs } = await db.tenant({ tenantId }, readCallSettings);
    for (const live of calls.values())
      if (live.current().tenantId === tenantId) live.send({ type: 'limitsChanged', maxCallMs, maxHoldMs });
  }

  let overAtLastLook = new Set<string>();

  /**
   * Nobody stays in a call that is over, whatever was lost on the way; what was lost is worth a look. A call that has just
   * ended is on its way to the board, with the work after it: only one that was over at the last look, too, is lost.
   */
  function freeForgotten(): void {
    const seenBefore = overAtLastLook;
    overAtLastLook = new Set();
    for (const { tenantId, userId, call } of board.talking()) {
      if (!call || calls.has(call.callId)) continue;
      overAtLastLook.add(call.callId);
      if (!seenBefore.has(call.callId)) continue;
      log.warn({ userId, callId: call.callId }, 'an agent was left in a call that is over');
      void board
        .tell({ tenantId, userId }, { type: 'callEnded', callId: call.callId, wrapUpMs: 0, nowMs: clock.nowMs() })
        .catch((problem: unknown) => report(problem, call.callId));
    }
    if (!stopping) after(CHECK_BOARD_MS, freeForgotten);
  }

  async function settled(): Promise<void> {
    await reception.settled();
    for (const live of calls.values()) await live.settled();
    await news.settled();
  }

  return {
    async start() {
      await book.closeAbandoned(exchange.node);
      for (const leg of await telephony.legs()) if (!legs.has(leg)) await telephony.hangUp(leg);
      after(CHECK_BOARD_MS, freeForgotten);
      subscriptions.push(world.sessions.onChanged(masked.forget));
      subscriptions.push(
        await db.listen(CALL_SETTINGS_SAID, (tenantId) => void obeyNewLimits(Number(tenantId)).catch(report)),
      );
      subscriptions.push(
        telephony.onEvent((event) => {
          try {
            heard(event);
          } catch (problem) {
            report(problem);
          }
        }),
      );
    },
    async stop() {
      stopping = true;
      for (const live of calls.values()) live.send({ type: 'stopped' });
      await Promise.race([settled(), new Promise<void>((resolve) => void after(STOP_MS, resolve))]);
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
    },
    call(tenantId, callId) {
      const live = calls.get(callId);
      return live && live.current().tenantId === tenantId && live.current().at !== 'over' ? live : null;
    },
    viewsOf,
    ofTenant: (tenantId) =>
      [...calls.values()]
        .map((live) => live.current())
        .filter((call) => call.tenantId === tenantId && call.at !== 'over')
        .sort((a, b) => a.facts.startedMs - b.facts.startedMs)
        .map((call) => ({ call, mos: quality.mosOf(partyOf(call, 'agent')?.leg) })),
    onChange(listener) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    goalParts: { ...parts, clock, switchesOf },
    recent(tenantId, callId) {
      const call = recent.get(callId);
      if (call?.tenantId !== tenantId) return null;
      return calls.has(callId) ? { ...call, lastMs: clock.nowMs() } : call;
    },
    settled,
  };
}
