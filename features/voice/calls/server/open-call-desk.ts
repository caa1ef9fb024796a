import type { Call } from '#core/call/call.ts';
import { partyOf } from '#core/call/call-turn.ts';
import { CALL_SETTINGS_CHANNEL, readCallSettings } from '#features/voice/call-settings/server/index.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import { isUnavailable, type Db } from '#platform/server/db/db.ts';
import { viewersOf, viewFor, whoSeesChange, type CallView } from '../core/call-view.ts';
import { KEPT_VERSION, writtenCall } from '../core/kept-call.ts';
import { agentSwitches } from './agent-switches.ts';
import { openCallTrail, trailed } from './call-trail.ts';
import { isEarEffect } from './answerer-ears.ts';
import type { CallDesk, CallDeskWorld } from './call-desk.ts';
import { isFlowEffect, noFlows } from './call-flows.ts';
import { countCalls } from './calls-gauge.ts';
import type { DeskCalls, DeskCallsParts } from './desk-calls.ts';
import { deskMoves } from './desk-moves.ts';
import { orderDesk, type CallDeskParts } from './desk-orders.ts';
import { passOn } from './exchange-events.ts';
import { freeForgottenAgents } from './forgotten-agents.ts';
import { openAnswererEars } from './open-answerer-ears.ts';
import { openCallFlows } from './open-call-flows.ts';
import { openCallMeters } from './open-call-meters.ts';
import { openCampaignDesk } from './open-campaign-desk.ts';
import { openDeskCalls } from './open-desk-calls.ts';
import { openLineServer } from './open-line-server.ts';
import { openMaskedPeople } from './open-masked-people.ts';
import { openPageNews } from './open-page-news.ts';
import { openPhoneTransfers } from './open-phone-transfers.ts';
import { openQualityNotes } from './open-quality-notes.ts';
import { openReception } from './open-reception.ts';
import { openRecentCalls } from './open-recent-calls.ts';
import { openRecordingNotes } from './open-recording-notes.ts';
import { orderPhone, type PhoneOrders } from './phone-orders.ts';
import type { Reception } from './reception.ts';
import type { GoalParts } from './transfer-goal.ts';

const STOP_MS = 5_000;

/** Opens what calls need, and lets the parts know of one another. */
export function openCallDesk(world: CallDeskWorld, parts: CallDeskParts, after: After = systemTimer): CallDesk {
  const { db, telephony, exchange, clock, log } = world;
  const { queues, book } = parts;
  const listeners = new Set<(call: Call, before: Call) => void>();
  const subscriptions: (() => void)[] = [];
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const report = reportTo(log);
  const switchesOf = switchesFrom(db, report);
  const goesOn = (callId: string): boolean => desk.byId(callId) !== undefined;
  const masked = openMaskedPeople(db, clock);
  const { needsMasking } = masked;
  const news = openPageNews({ db, report, needsMasking, viewsOf: (...who) => viewsOf(desk, ...who) });
  const quality = openQualityNotes(book, clock, report);
  const recordings = openRecordingNotes(book, clock, report);
  const recent = openRecentCalls(clock, goesOn);
  const flows = openCallFlows({ ...parts, telephony, clock, switchesOf, host: parts.flows ?? noFlows, report });
  const ears = openAnswererEars({ telephony, ear: parts.ear ?? null, goesOn, report });
  const phoneOrders = phoneOrdersOf(parts, { telephony, needsMasking }, report);
  const settledCall = async (callId: string) => desk.byId(callId)?.settled();
  const deskOrders = { ...parts, clock, settled: settledCall, warn: news.warn, report };

  const trail = openCallTrail({ ...world, node: exchange.node });
  const deskParts: DeskCallsParts = {
    clock,
    after,
    report,
    isStopping,
    stepped,
    phone(effect, call, live) {
      if (isFlowEffect(effect)) return flows.perform(effect, live);
      if (isEarEffect(effect)) return ears.perform(effect, live);
      if (effect.type === 'record') recordings.began(effect, call);
      return orderPhone(phoneOrders, effect, call);
    },
    desk: (effect, live) => orderDesk(deskOrders, effect, live),
    emitNews: (...news) => campaigns.emitNews(...news),
    ...keepsCalls(telephony, book, report),
  };
  const desk = openDeskCalls(trailed(trail, deskParts));
  const meters = openCallMeters({ holds: parts.holds ?? null, book, desk, after, report });
  countCalls(world.metrics, desk.count);
  const campaigns = openCampaignDesk({ ...parts, node: exchange.node, clock, desk, switchesOf, report });
  const reception = openReception({ ...world, ...parts, desk, switchesOf, isStopping, report });
  const transfers = openPhoneTransfers({ telephony, ...parts, clock, desk, switchesOf, report });
  queues.serveWith(openLineServer({ ...world, ...parts, desk, switchesOf, report }));

  function stepped(before: Call, call: Call): void {
    meters.stepped(before, call);
    if (before.at !== 'over') recent.remember(call);
    if (call.at === 'over' && before.at !== 'over') {
      ears.forget(call.id);
      recordings.ended(call.id);
    }
    for (const listener of listeners) attempt(() => listener(call, before), call.id);
    for (const userId of whoSeesChange(before, call)) news.changed(call.tenantId, userId);
  }

  function show(call: Call): void {
    recent.remember(call);
    for (const userId of viewersOf(call)) news.changed(call.tenantId, userId);
  }

  function attempt(act: () => void, callId?: string): void {
    try {
      act();
    } catch (problem) {
      report(problem, callId);
    }
  }

  const settled = (): Promise<void> => everythingSettled({ reception, meters, news, desk });
  const inTime = (done: Promise<void>): Promise<void> => Promise.race([done, timeIsUp(after)]);

  const known = { telephony, desk, flows, ears, meters, recordings, quality, show, inTime, report };
  const { foundAgain, ...moves } = deskMoves({ ...parts, ...reception, ...known });

  return {
    async start() {
      if (!telephony.outlivesProcess)
        for (const leg of await telephony.legs()) if (!desk.byLeg(leg)) await telephony.hangUp(leg);
      freeForgottenAgents({ board: parts.board, clock, after, log, goesOn, isStopping, report });
      subscriptions.push(world.sessions.onChanged(masked.forget));
      const obey = (tenantId: string): void => void obeyNewLimits(db, desk, Number(tenantId)).catch(report);
      subscriptions.push(await db.listen(CALL_SETTINGS_CHANNEL, obey));
      const concerned = { desk, reception, transfers, quality, recordings, trail, foundAgain };
      subscriptions.push(telephony.onEvent((event) => attempt(() => passOn(concerned, event))));
    },
    async stop() {
      stopping = true;
      if (!telephony.outlivesProcess) for (const live of desk.all()) live.send({ type: 'stopped' });
      await inTime(settled());
      if (telephony.outlivesProcess) for (const live of desk.all()) live.abandon();
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
    },
    ...moves,
    call(tenantId, callId) {
      const live = desk.byId(callId);
      return live && live.current().tenantId === tenantId && live.current().at !== 'over' ? live : null;
    },
    viewsOf: (...who) => viewsOf(desk, ...who),
    ofTenant: (tenantId) =>
      callsGoingOn(desk, tenantId).map((call) => ({ call, mos: quality.mosOf(partyOf(call, 'agent')?.leg) })),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    goalParts: { ...parts, clock, switchesOf },
    newStart: () => ({ id: desk.newId(), node: exchange.node, nowMs: clock.nowMs() }),
    unbegun: reception.unbegun,
    begin: (call) => void desk.open(call, { type: 'begun' }),
    recent: recent.find,
    campaigns,
    settled,
  };
}

/** Where calls outlive their process each of their steps is written down, so that another one can go on from there. */
function keepsCalls(
  { outlivesProcess }: CallDeskWorld['telephony'],
  book: CallDeskParts['book'],
  report: (problem: unknown, callId?: string) => void,
): Pick<DeskCallsParts, 'forgotten' | 'keep'> {
  if (!outlivesProcess) return { keep: null, forgotten() {} };
  const written = (done: Promise<void>, callId: string): void =>
    void done.catch((problem: unknown) => report(problem, callId));
  return {
    keep(kept) {
      const { id, tenantId, parties } = kept.call;
      const legs = parties.map(({ leg }) => leg);
      written(book.keep(tenantId, id, { version: KEPT_VERSION, legs, text: () => writtenCall(kept) }), id);
    },
    forgotten: ({ tenantId, id }) => written(book.forget(tenantId, id), id),
  };
}

const timeIsUp = (after: After): Promise<void> => new Promise((resolve) => void after(STOP_MS, resolve));

interface Settling {
  reception: Pick<Reception, 'settled'>;
  meters: { settled(): Promise<void> };
  news: { settled(): Promise<void> };
  desk: Pick<DeskCalls, 'all'>;
}

async function everythingSettled({ reception, meters, news, desk }: Settling): Promise<void> {
  await reception.settled();
  await meters.settled();
  for (const live of desk.all()) await live.settled();
  await meters.settled();
  await news.settled();
}

const reportTo =
  (log: CallDeskWorld['log']) =>
  (problem: unknown, callId?: string): void => {
    if (problem instanceof LeaseLost) log.warn({ callId }, 'a call went on after its desk moved');
    else if (isUnavailable(problem)) log.warn({ callId }, 'a call went on without the database');
    else log.error({ err: problem, callId }, 'call desk failed');
  };

/** Who cannot be looked up is served as most are. */
const switchesFrom =
  (db: Db, report: (problem: unknown) => void): GoalParts['switchesOf'] =>
  (who) =>
    agentSwitches(db, who).catch((problem: unknown) => {
      report(problem);
      return {};
    });

const phoneOrdersOf = (
  parts: Pick<CallDeskParts, 'queues' | 'teamSound' | 'spokenText'>,
  known: Pick<PhoneOrders, 'telephony' | 'needsMasking'>,
  report: (problem: unknown) => void,
): PhoneOrders => ({
  ...known,
  groupName: async (tenantId, groupId) => (await parts.queues.group(tenantId, groupId))?.name ?? null,
  teamSound: orNothing(parts.teamSound, report),
  spokenText: orNothing(parts.spokenText, report),
});

/** A sound of the team or a spoken text, or null where it cannot be had: what the product has is played instead. */
const orNothing =
  <Asked extends unknown[]>(
    find: ((...asked: Asked) => Promise<Int16Array | null>) | undefined,
    report: (problem: unknown) => void,
  ) =>
  async (...asked: Asked): Promise<Int16Array | null> => {
    try {
      return (await find?.(...asked)) ?? null;
    } catch (problem) {
      report(problem);
      return null;
    }
  };

/** Calls that go on obey what their tenant has just changed. */
async function obeyNewLimits(db: Db, desk: DeskCalls, tenantId: number): Promise<void> {
  if (desk.ofTenant(tenantId).length === 0) return;
  const { maxCallMs, maxHoldMs, tellsMonitored } = await db.tenant({ tenantId }, readCallSettings);
  for (const live of desk.ofTenant(tenantId))
    live.send({ type: 'limitsChanged', maxCallMs, maxHoldMs, tellsMonitored });
}

const viewsOf = (desk: DeskCalls, tenantId: number, userId: number): CallView[] =>
  desk
    .ofUser(tenantId, userId)
    .flatMap((live) => viewFor(live.current(), userId) ?? [])
    .sort((a, b) => a.startedMs - b.startedMs);

const callsGoingOn = (desk: DeskCalls, tenantId: number): Call[] =>
  desk
    .ofTenant(tenantId)
    .map((live) => live.current())
    .filter(({ at }) => at !== 'over')
    .sort((a, b) => a.facts.startedMs - b.facts.startedMs);
