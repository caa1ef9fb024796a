import type { FlowHost } from '#core/flow/flow-host.port.ts';
import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { CallFlows, FlowCallEffect } from './call-flows.ts';
import { flowHands } from './flow-hands.ts';
import { done, newFlowRun, refused, type CallFlowRun } from './call-flow-run.ts';
import type { DrivenCall } from './live-call.ts';
import type { GoalParts } from './transfer-goal.ts';

interface CallFlowsParts extends GoalParts {
  telephony: Telephony;
  host: FlowHost;
  report(problem: unknown, callId: string): void;
}

export function openCallFlows(parts: CallFlowsParts): CallFlows {
  const { telephony, host, report } = parts;
  const running = new Map<string, CallFlowRun>();

  async function begin(live: DrivenCall, { leg, flowId }: Extract<FlowCallEffect, { type: 'runFlow' }>): Promise<void> {
    const { id: callId, tenantId, facts, campaign } = live.current();
    const run = newFlowRun(leg);
    running.set(callId, run);
    try {
      run.stream.attach(await telephony.openStream(leg));
      run.flow = await host.begin({
        tenantId,
        callId,
        flowId,
        number: facts.customerNumber,
        ourNumber: facts.ourNumber,
        didNumberId: facts.didNumberId,
        language: facts.language,
        ...(campaign?.goal.kind === 'flow' ? { values: campaign.goal.values, isPerson: campaign.isPerson } : {}),
        stream: run.stream,
        hands: flowHands(parts, live, run),
        left: run.leaving.signal,
      });
    } catch (problem) {
      report(problem, callId);
    }
    if (!run.flow) {
      run.stream.close();
      running.delete(callId);
      return live.send({ type: 'flowEnded', why: 'broken' });
    }
    for (const key of run.keys.splice(0)) run.flow.key(key);
    if (run.left) leave(callId, run, run.left);
  }

  function leave(callId: string, run: CallFlowRun, why: NonNullable<CallFlowRun['left']>): void {
    run.left = why;
    run.leaving.abort();
    if (!run.flow) return;
    running.delete(callId);
    if (why === 'server') run.flow.stop();
    else run.flow.callerGone();
  }

  async function answered(
    live: DrivenCall,
    run: CallFlowRun,
    { askId, ok, why }: Extract<FlowCallEffect, { type: 'answerFlow' }>,
  ): Promise<void> {
    const resolve = run.waiting.get(askId);
    run.waiting.delete(askId);
    // Whoever waited for somebody hears the flow again.
    try {
      if (live.current().at === 'flow' && !run.stream.isAttached())
        run.stream.attach(await telephony.openStream(run.leg));
    } catch (problem) {
      report(problem, live.current().id);
      // It would talk to nobody: somebody else must have the caller.
      live.send({ type: 'flowEnded', why: 'broken' });
    }
    // Nobody is there to go on with.
    if (run.ended && live.current().at === 'flow') live.send({ type: 'flowEnded', why: run.ended });
    if (live.current().flow === null) running.delete(live.current().id);
    resolve?.(ok ? done : refused(why));
  }

  return {
    async perform(effect, live) {
      const callId = live.current().id;
      // Nobody's phone waits for a flow to be found.
      if (effect.type === 'runFlow') return void begin(live, effect);
      const run = running.get(callId);
      // The flow of a call that was taken up was in a process that is gone: somebody else must have the caller.
      if (!run && effect.type === 'answerFlow') return live.send({ type: 'flowEnded', why: 'broken' });
      if (!run) return;
      if (effect.type === 'answerFlow') return answered(live, run, effect);
      if (effect.type === 'leaveFlow') return leave(callId, run, effect.why);
      if (run.flow) run.flow.key(effect.key);
      else run.keys.push(effect.key);
    },
    abandon(callId) {
      const run = running.get(callId);
      if (run) leave(callId, run, 'server');
    },
  };
}
