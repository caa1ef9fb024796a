import type { AgentNow } from '#features/team/agent-status/contract.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { EngineMirror, EngineWorld } from './desk-engine.ts';

/** The engine as screens see it, in this tab and in others. */
export function mirrorOf(engine: EngineWorld): EngineMirror {
  const { parts, phone, status, known } = engine;
  const { sound, seat } = parts;
  return {
    phone: phone.current(),
    agent: agentShown(engine),
    isLinked: known.link?.isOpen() ?? false,
    calls: known.calls,
    quality: known.quality,
    seatAhead: seat?.ahead() ?? null,
    clockOffsetMs: known.clockOffsetMs,
    sound: {
      permission: known.permission,
      devices: sound.devices(),
      volumes: sound.volumes(),
      needsGesture: sound.needsGesture(),
      isAsked: status.current().asksForSound,
    },
  };
}

/** A choice holds on the page at once (`status-rules.ts`, rule 4). */
function agentShown({ parts, status, known }: EngineWorld): AgentNow | null {
  const { agent } = known;
  if (!agent) return null;
  const page = status.current();
  const wrapUp = page.wrapUp === null ? null : agent.wrapUp;
  if (page.status === null || page.status === agent.status) return { ...agent, wrapUp };
  if (known.chosen?.status !== page.status)
    known.chosen = { status: page.status, since: toWireTime(parts.clock.nowMs() + known.clockOffsetMs) };
  return { ...agent, wrapUp, ...known.chosen };
}
