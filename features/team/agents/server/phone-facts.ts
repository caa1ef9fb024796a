import type { World } from '#platform/server/world.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { PhoneFacts } from '../contract.ts';
import type { AgentRow } from './agents.repo.ts';

/** What an agent's phone works with, whoever asks for it. */
export function phoneFacts({ exchange, clock }: Pick<World, 'exchange' | 'clock'>, agent: AgentRow): PhoneFacts {
  const nowMs = clock.nowMs();
  return {
    utcDate: toWireTime(nowMs),
    agentType: agent.agent_type,
    callMonitorInterval: agent.call_monitor_interval_sec,
    autoAnswerEnable: agent.auto_answer,
    iceServers: exchange.iceServers(agent.sip_num, nowMs),
  };
}
