import { isTemporary } from '#core/call/call-permission.ts';
import type { AnswererEar } from '#core/call/answerer-ear.port.ts';
import type { CallEffect } from '#core/call/call-events.ts';
import { saysNothing } from '#core/call/recording-rules.ts';
import type { FlowHost } from '#core/flow/flow-host.port.ts';
import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { QueueDesk, QueueGroup } from '#features/team/agent-groups/server/index.ts';
import type { CallHolds } from '#features/money/charges/server/index.ts';
import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { CallPlans } from '#features/voice/call-routes/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { failures } from '#shared/errors.ts';
import type { DrivenCall } from './live-call.ts';

export interface CallDeskParts {
  board: AgentBoard;
  queues: QueueDesk;
  plans: CallPlans;
  book: CallBook;
  /** Whether the desk of this tenant is here, once it is known; without it always. */
  atHome?: (tenantId: number) => Promise<boolean>;
  /** This process is on its way out: nobody begins a call here any more. */
  isDraining?: () => boolean;
  /** Lets flows talk to callers; without it callers of flows go to somebody else. */
  flows?: FlowHost;
  /** Hears whether a machine took a campaign's call; without it everybody is taken for a person. */
  ear?: AnswererEar;
  /** Finds what is to be played for a sound of the team; null for one that is gone. The same samples again where it is the same sound. */
  teamSound?: (tenantId: number, soundId: number) => Promise<Int16Array | null>;
  /** Speaks a text, and keeps it at hand for a while; null where nobody speaks. */
  spokenText?: (tenantId: number, text: string, language: string) => Promise<Int16Array | null>;
  /** Keeps money ready for calls that go on; without it none is asked for. */
  holds?: CallHolds;
}

export interface DeskOrders extends CallDeskParts {
  clock: Clock;
  /** Everything another call asked for has been done. */
  settled(callId: string): Promise<void>;
  warn(tenantId: number, userId: number, what: { callId: string; what: string }): Promise<void>;
  report(problem: unknown, callId: string): void;
}

/** Carries out what a call asks of the line, the board, the plans and the book. */
export async function orderDesk(
  { board, queues, plans, book, clock, settled, warn, report }: DeskOrders,
  effect: CallEffect,
  live: DrivenCall,
): Promise<void> {
  const { tenantId, id: callId, facts } = live.current();
  // The book keeps its own order, and nobody waits for it.
  const written = (entry: Promise<unknown>): void => void entry.catch((problem: unknown) => report(problem, callId));
  switch (effect.type) {
    case 'open':
      return written(book.open(effect.record));
    case 'note':
      return written(book.note(tenantId, callId, effect.event));
    case 'close':
      return written(book.close(tenantId, callId, effect.end));
    case 'sendToBoard':
      await board.send(
        { tenantId, userId: effect.userId },
        agentEvent(effect.news, effect.reservedAs ?? callId, facts.settings.wrapUpExtraMs, clock.nowMs()),
      );
      return;
    case 'adopt':
      // What the other call still has to tell of them comes first, or they would stay in it.
      await settled(effect.fromCall);
      await board.send({ tenantId, userId: effect.userId }, { type: 'callBegan', callId, nowMs: clock.nowMs() });
      await board.send(
        { tenantId, userId: effect.userId },
        { type: 'callEnded', callId: effect.fromCall, wrapUpMs: 0, nowMs: clock.nowMs() },
      );
      return;
    case 'warn':
      return warn(tenantId, effect.userId, { callId, what: effect.what });
    case 'enqueue': {
      const { queueId, groupId, queuedAtMs, priority } = effect;
      try {
        const group = await queues.group(tenantId, groupId);
        if (group && !effect.isGreeted && saysSomethingFirst(group, live))
          return live.send({ type: 'lineFound', language: group.language, media: group.media });
        const { position } = await queues.enqueue({
          tenantId,
          callId: queueId,
          groupId,
          queuedAtMs,
          priority,
          customerNumber: facts.customerNumber,
        });
        written(book.note(tenantId, callId, { type: 'queued', groupId, position, atMs: live.nowMs() }));
        live.send({
          type: 'placed',
          mayCallBack: group?.allowCallback ?? false,
          language: group?.language ?? null,
          wrapUpMs: group?.wrapUpMs ?? null,
          media: group?.media ?? null,
        });
      } catch (problem) {
        report(problem, callId);
        live.send({ type: 'lineClosed' });
      }
      return;
    }
    case 'promiseAgain':
      if (effect.onlyIfAllowed && !(await queues.group(tenantId, effect.groupId))?.allowCallback) return;
      await queues.enqueue({
        tenantId,
        callId,
        groupId: effect.groupId,
        customerNumber: effect.number,
        queuedAtMs: effect.queuedAtMs,
        kind: 'callback',
      });
      return;
    case 'leaveLine':
      await queues.leave(tenantId, effect.queueId, effect.why);
      return;
    case 'offerEnded':
      return queues.offerEnded(tenantId, effect.queueId, effect.userId, effect.outcome);
    case 'planMobile':
      return planMobile(plans, effect, live);
    case 'planCallback':
      return planCallback(plans, effect.sipNum, live);
    case 'dialEnded':
      return plans.outboundEnded(tenantId, effect.userId, effect.number, effect.answered, effect);
  }
}

/** Only to callers who have talked to nobody yet. */
function saysSomethingFirst({ media }: QueueGroup, live: DrivenCall): boolean {
  const { answeredMs, facts } = live.current();
  return (
    answeredMs === null &&
    (media.welcomeSoundId !== null || !saysNothing(media.recordingRules ?? facts.settings.recordingRules))
  );
}

function agentEvent(
  news: Extract<CallEffect, { type: 'sendToBoard' }>['news'],
  callId: string,
  wrapUpExtraMs: number,
  nowMs: number,
): Parameters<AgentBoard['send']>[1] {
  if (news === 'offered') return { type: 'callOffered', callId, nowMs };
  if (news === 'began') return { type: 'callBegan', callId, nowMs };
  if (news === 'monitoring') return { type: 'monitoringBegan' };
  if (news === 'monitoringEnded') return { type: 'monitoringEnded', nowMs };
  if ('offerEnded' in news) return { type: 'offerEnded', callId, outcome: news.offerEnded, nowMs };
  return { type: 'callEnded', callId, wrapUpMs: news.ended.wrapUpMs, wrapUpExtraMs, nowMs };
}

/** A way to the mobile of an agent; one that is not wanted any more when it is found is given back. */
async function planMobile(
  plans: CallPlans,
  { leg, number }: Extract<CallEffect, { type: 'planMobile' }>,
  live: DrivenCall,
): Promise<void> {
  const { tenantId, id: callId } = live.current();
  try {
    const way = await plans.device({ tenantId, number, forCall: { callId, isMore: true } });
    if ('refused' in way) return live.send({ type: 'mobileRefused', leg });
    const { trunks, displayNumber, charge = null } = way;
    live.send({ type: 'mobilePlanned', leg, trunks, displayNumber, charge });
    if (!live.current().parties.some((party) => party.leg === leg && party.dial !== null))
      await plans.outboundEnded(tenantId, null, number, false, { chargeRef: charge?.ref });
  } catch (problem) {
    live.send({ type: 'mobileRefused', leg });
    throw problem;
  }
}

async function planCallback(plans: CallPlans, account: string, live: DrivenCall): Promise<void> {
  const { id: callId, facts } = live.current();
  const { customerNumber, callbackOf } = facts;
  try {
    const plan = await plans.outbound({
      account,
      to: `+${customerNumber}`,
      headers: { [CallHeader.callbackCallId]: callbackOf ?? '' },
      vouched: true,
      forCall: { callId },
    });
    if ('refused' in plan)
      return live.send({
        type: 'callbackRefused',
        refusal: failures[plan.refused].code,
        isTemporary: isTemporary(plan),
      });
    if (plan.kind === 'internal')
      return live.send({ type: 'callbackRefused', refusal: failures.wrongNumber.code, isTemporary: false });
    const { number, trunks, displayNumber, routerId, charge = null } = plan;
    live.send({ type: 'callbackPlanned', number, trunks, displayNumber, routerId, charge });
    // The agent left meanwhile: the number was never called.
    if (!live.current().parties.some(({ dial }) => dial?.number === number))
      await plans.outboundEnded(plan.tenantId, plan.userId, number, false, { chargeRef: charge?.ref });
  } catch (problem) {
    live.send({ type: 'callbackRefused', refusal: failures.networkError.code, isTemporary: true });
    throw problem;
  }
}
