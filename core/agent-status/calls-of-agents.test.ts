import { expect, test } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { absentAgent, afterRestart, agentMachine } from './agent-machine.ts';
import { callsOfAgents } from './calls-of-agents.ts';

const ANA = 7;
const rings = { userId: ANA, callId: 'rings', at: 'ringing', sinceMs: 1 } as const;
const talks = { userId: ANA, callId: 'talks', at: 'talking', sinceMs: 2 } as const;
const andTalks = { userId: ANA, callId: 'and talks', at: 'talking', sinceMs: 3 } as const;
const listens = { userId: ANA, callId: 'listens', at: 'monitoring', sinceMs: 0 } as const;

const nobody = absentAgent(AgentType.inAndOut, 0);
const ana = { ...nobody, status: AgentStatus.available };

test.each([
  ['rung first', [rings, talks]],
  ['rung last', [talks, rings]],
])(
  '[CC-12] whose phone called somebody while another call rang them, %s, is in the one they talk in, and free after it, whatever becomes of the other',
  (_when, agents) => {
    const found = callsOfAgents(agents).get(ANA)!;
    expect(found).toMatchObject({ call: { callId: 'talks', at: 'talking' }, otherCalls: [], sinceMs: 2 });
    const { state } = afterRestart(ana, 10, found);
    const offerEnded = { type: 'offerEnded', callId: 'rings', outcome: 'withdrawn', nowMs: 20 } as const;
    const callEnded = { type: 'callEnded', callId: 'talks', wrapUpMs: 0, nowMs: 20 } as const;
    for (const [first, last] of [
      [offerEnded, callEnded],
      [callEnded, offerEnded],
    ] as const)
      expect(agentMachine(agentMachine(state, first).state, last).state).toMatchObject({
        call: null,
        otherCalls: [],
        status: AgentStatus.available,
      });
  },
);

test('[CC-12] who talks in two calls is in the older one and in the other, and listens besides', () => {
  expect(callsOfAgents([listens, talks, andTalks]).get(ANA)).toEqual({
    call: { callId: 'talks', at: 'talking' },
    otherCalls: ['and talks'],
    monitoring: true,
    sinceMs: 2,
  });
  expect(callsOfAgents([rings]).get(ANA)).toMatchObject({ call: { callId: 'rings', at: 'ringing' }, otherCalls: [] });
});
