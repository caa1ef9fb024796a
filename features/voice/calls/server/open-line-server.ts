import type { AgentSwitches } from '#core/call/agent-switches.ts';
import { callbackCall } from '../core/open-call.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { QueueServer } from '#features/team/agent-groups/server/index.ts';
import { readCallSettings } from '#features/voice/call-settings/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { CallDeskParts } from './desk-orders.ts';
import type { DrivenCall } from './live-call.ts';

type Offer = Parameters<QueueServer['offer']>[0];

interface LineServerParts extends CallDeskParts {
  db: Db;
  exchange: ExchangeFacts;
  telephony: Pick<Telephony, 'outlivesProcess'>;
  clock: Clock;
  desk: DeskCalls;
  switchesOf(who: { tenantId: number; userId: number }): Promise<AgentSwitches>;
  report(problem: unknown, callId?: string): void;
}

/** What the line wants done for the callers who stand in it. */
export function openLineServer(parts: LineServerParts): QueueServer {
  const { db, exchange, clock, board, queues, desk, switchesOf, telephony, report } = parts;
  /** Promised callbacks that are being kept, by the id they stand in line under. */
  const callbacks = new Map<string, DrivenCall>();

  /** Offers that are not rung yet; one that is taken back meanwhile never rings. */
  const beingMade = new Set<string>();
  const keyOf = ({ callId, userId }: { callId: string; userId: number }): string => `${userId} ${callId}`;

  /** It is not over, nor given up when the desk moved to another process. */
  const goesOn = (live: DrivenCall): boolean => live.current().at !== 'over' && desk.byId(live.current().id) === live;

  /** A promise another process had begun to keep. */
  const takenUp = (queueId: string): DrivenCall | undefined =>
    telephony.outlivesProcess ? [...desk.all()].find((live) => live.current().queue?.queueId === queueId) : undefined;

  const callInLine = (queueId: string): DrivenCall | undefined => {
    const kept = callbacks.get(queueId);
    const live = (kept && goesOn(kept) ? kept : desk.byId(queueId)) ?? takenUp(queueId);
    return live && goesOn(live) ? live : undefined;
  };

  async function offer(offered: Offer): Promise<void> {
    const { tenantId, callId, userId, sipNum, ringTimeoutMs, kind } = offered;
    const key = keyOf(offered);
    beingMade.add(key);
    const isBusy = desk.ofUser(tenantId, userId).length > 0;
    const live = isBusy
      ? undefined
      : (callInLine(callId) ?? (kind === 'callback' ? await keepPromise(offered) : undefined));
    const switches = await switchesOf({ tenantId, userId });
    await live?.notYet();
    const isWanted = beingMade.delete(key);
    if (isWanted)
      live?.send({
        type: 'offer',
        agent: { kind: 'agent', userId, sipNum, name: board.agent(userId, tenantId)?.name ?? '', ...switches },
        ringTimeoutMs,
      });
    const rings = live
      ?.current()
      .parties.some(({ role, who }) => role === 'agent' && who.kind === 'agent' && who.userId === userId);
    if (rings) return;
    // The line takes back by itself what it does not want any more; the agent is ours to free.
    await board.send({ tenantId, userId }, { type: 'offerEnded', callId, outcome: 'withdrawn', nowMs: clock.nowMs() });
    if (!isWanted) return;
    if (live || isBusy) await queues.offerEnded(tenantId, callId, userId, 'withdrawn');
    else await queues.leave(tenantId, callId, 'abandoned');
  }

  async function keepPromise({
    tenantId,
    callId: queueId,
    groupId,
    customerNumber,
    queuedAtMs,
  }: Offer): Promise<DrivenCall> {
    const settings = await db.tenant({ tenantId }, readCallSettings);
    const group = await queues.group(tenantId, groupId);
    const call = callbackCall(
      { id: desk.newId(), node: exchange.node, nowMs: clock.nowMs() },
      {
        tenantId,
        queueId,
        groupId,
        number: customerNumber,
        queuedAtMs,
        settings: {
          ...settings,
          wrapUpMs: group?.wrapUpMs ?? settings.wrapUpMs,
          recordingRules: group?.media.recordingRules ?? settings.recordingRules,
        },
      },
    );
    const live = desk.open(call, { type: 'begun' });
    for (const [id, kept] of callbacks) if (!goesOn(kept)) callbacks.delete(id);
    callbacks.set(queueId, live);
    return live;
  }

  /** Who came into another line hears what is heard there. */
  async function soundLike(tenantId: number, callId: string, groupId: number): Promise<void> {
    const group = await queues.group(tenantId, groupId);
    if (group) callInLine(callId)?.send({ type: 'lineChanged', groupId, media: group.media });
  }

  return {
    offer: (offered) => void offer(offered).catch((problem: unknown) => report(problem, offered.callId)),
    withdraw(offered) {
      if (!beingMade.delete(keyOf(offered)))
        callInLine(offered.callId)?.send({ type: 'withdraw', userId: offered.userId });
    },
    announce: ({ callId, position }) => callInLine(callId)?.send({ type: 'announce', position }),
    overflow({ tenantId, callId, to }) {
      callInLine(callId)?.send({ type: 'overflow', to });
      if (to.kind === 'group')
        void soundLike(tenantId, callId, to.groupId).catch((problem: unknown) => report(problem, callId));
    },
  };
}
