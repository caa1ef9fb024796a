import { PHONE } from '#core/phone/phone-constants.ts';
import type { StatusPageEffect } from '#core/phone/status-page.ts';
import { agentStatusApi, type AgentNow } from '#features/team/agent-status/contract.ts';
import { call } from '#platform/web/call.ts';
import { refuse } from '#platform/web/failures.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { atOffset, toWireTime } from '#shared/wire-time.ts';
import type { StatusWorld } from './status-desk.ts';

/** What the server is told of the agent; it answers how the agent stands now. */
export interface StatusReports {
  /** Over the agent socket, where the server corrects it. False: nothing was sent. */
  repeat(status: AgentStatus): boolean;
  status(status: AgentStatus, event: StatusEvent): Promise<AgentNow>;
  web(presence: WebPresence): Promise<AgentNow>;
  wrapUp(worked: { callId: string; startMs: number; endMs: number }): Promise<AgentNow>;
  /** What a step of signing out tells, whether it worked or not. */
  leaving(step: Extract<StatusPageEffect, { type: 'leaveStep' }>): Promise<void>;
}

export function statusReports(world: StatusWorld): StatusReports {
  const serverMs = (pageMs: number): number => pageMs + world.clockOffsetMs();
  const timeStamp = (): string => atOffset(serverMs(world.clock.nowMs()), PHONE.statusZoneHours);
  /** Without a phone there is nobody to report. */
  async function own(): Promise<string> {
    const sipNumber = world.sipNumber();
    return sipNumber ?? refuse('phoneAgentMissing');
  }
  const reports: StatusReports = {
    repeat: (status) => world.link()?.repeat(status, timeStamp()) ?? false,
    status: async (status, eventType) =>
      call(agentStatusApi.report, { sipNumber: await own(), status, timeStamp: timeStamp(), eventType }),
    web: async (status) =>
      call(agentStatusApi.web, { status, sipNum: await own(), deviceUniqueIdentification: world.deviceId }),
    wrapUp: ({ callId, startMs, endMs }) =>
      call(agentStatusApi.wrapUp, {
        callId,
        startTime: toWireTime(serverMs(startMs)),
        endTime: toWireTime(serverMs(endMs)),
      }),
    async leaving({ step, wrapUp }) {
      try {
        if (step === 'leavingStatus') await reports.status(AgentStatus.leavingInCall, StatusEvent.changed);
        if (step === 'wrapUp' && wrapUp) await reports.wrapUp(wrapUp);
        if (step === 'logoutWeb') await reports.web(WebPresence.signedOut);
      } catch {
        // Nobody is kept from signing out.
      }
    },
  };
  return reports;
}
