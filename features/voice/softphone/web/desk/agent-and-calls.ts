import { agentStatusApi, type AgentNow } from '#features/team/agent-status/contract.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { text } from '#platform/web/i18n.ts';
import { listenerNews } from '../../core/listener-news.ts';
import type { EngineWorld } from './desk-engine.ts';
import { serverCall } from './server-news.ts';

/** The server's word about the agent; an older one changes nothing. */
export function learnAgent({ known, changed, isStopped }: EngineWorld, agent: AgentNow): void {
  if (isStopped() || (known.agent && agent.eventId < known.agent.eventId)) return;
  known.agent = agent;
  changed();
}

/** The server's word about the agent's calls. */
export function learnCalls({ known, send, changed, show }: EngineWorld, calls: readonly LiveCall[]): void {
  for (const { name, what } of listenerNews(known.calls, calls))
    show({
      kind: 'toast',
      toast: { tone: 'info', text: text(`softphone.listened.${what}`, { name }), id: `softphone.listened.${name}` },
    });
  known.calls = calls;
  for (const one of calls) send({ type: 'serverSaid', call: serverCall(one, known.clockOffsetMs) });
  changed();
}

export const readAgent = ({ status }: EngineWorld): Promise<void> =>
  call(agentStatusApi.mine, {}).then(status.receiveAgent, () => {});

export const readCalls = (engine: EngineWorld): void =>
  void call(callsApi.live, {}).then(
    ({ calls }) => learnCalls(engine, calls),
    () => {},
  );

/** More was missed than is said again. */
export function readAnew(engine: EngineWorld): void {
  void readAgent(engine);
  readCalls(engine);
}
