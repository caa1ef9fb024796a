import type { AgentWho } from '#core/call/call.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { Failure } from '#shared/errors.ts';
import type { callsApi } from '../contract.ts';
import { internalCall, outboundCall } from '../core/open-call.ts';
import type { CallDesk } from './call-desk.ts';
import { liveFor } from './call-handlers.ts';
import { refusedDial } from './refused-dial.ts';
import { reserve, unreserve } from './reservation.ts';

/** Calls of people whose mobile is rung: the page asks, as a phone would. */
export function mobileHandlers(desk: CallDesk): Handlers<Pick<typeof callsApi, 'dial'>> {
  const { board, plans, switchesOf } = desk.goalParts;
  return {
    async dial(caller, { number, countryCode, routerId, shown, callbackCallId, taskId, customerId }) {
      const { tenantId, userId } = caller;
      if (desk.isDraining()) throw new Failure('serverDraining');
      const seated = board.agent(userId, tenantId);
      const switches = await switchesOf({ tenantId, userId });
      if (!seated || switches.mobile === undefined) throw new Failure('notAllowed', 'no mobile');
      const isBusy = (): boolean =>
        (board.agent(userId, tenantId)?.call ?? null) !== null || desk.viewsOf(tenantId, userId).length > 0;
      if (isBusy()) throw new Failure('callNotReady');
      const { sipNum, name } = seated;
      const start = desk.newStart();
      const plan = await plans.outbound({
        account: sipNum,
        to: number,
        headers: {
          [CallHeader.calleeCountryCode]: countryCode,
          [CallHeader.routerId]: String(routerId),
          [CallHeader.outCallerNumber]: shown,
          [CallHeader.callbackCallId]: callbackCallId,
          [CallHeader.taskId]: taskId,
          [CallHeader.customerId]: customerId,
        },
        ofOwnPage: true,
        forCall: { callId: start.id },
      });
      if ('refused' in plan) {
        desk.unbegun.refused(refusedDial({ tenantId, userId, sipNum }, number, plan), plan.refused, start);
        throw new Failure(plan.refused);
      }
      const agent: AgentWho = { kind: 'agent', userId, sipNum, name, ...switches };
      // Asked once more: a second click, or an offer of the line, may have been faster.
      if (plan.kind === 'outbound') {
        if (isBusy()) {
          await plans.outboundEnded(tenantId, userId, plan.number, false, { chargeRef: plan.charge?.ref });
          throw new Failure('callNotReady');
        }
        desk.begin(outboundCall(start, plan, agent, name));
      } else {
        const callee = { tenantId, userId: plan.callee.userId };
        const reserved = await reserve(desk.goalParts, callee, start.id);
        if ('sipStatus' in reserved) {
          desk.unbegun.notReached(plan, reserved.sipStatus, start);
          throw new Failure('transferTargetBusy');
        }
        if (isBusy()) {
          await unreserve(desk.goalParts, callee, start.id);
          throw new Failure('callNotReady');
        }
        desk.begin(internalCall(start, plan, agent, name));
      }
      caller.operation.note(start.id);
      return liveFor(desk, caller);
    },
  };
}
