import type { Call, TransferGoal } from '#core/call/call.ts';
import type { CallEffect, FlowCallAsk } from '#core/call/call-events.ts';
import { mailboxOf } from '#core/call/mailbox.ts';
import type { Answer, TransferTo } from '#core/flow/flow-events.ts';
import type { CallHands, FlowHost, FlowOnCall } from '#core/flow/flow-host.port.ts';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import { openFlowStream, type FlowStream } from './flow-stream.ts';
import type { LiveCall } from './live-call.ts';
import { reserve, unreserve } from './reservation.ts';
import type { GoalParts } from './transfer-goal.ts';

export type FlowEffect = Extract<CallEffect, { type: 'runFlow' | 'answerFlow' | 'keyToFlow' | 'leaveFlow' }>;

export interface CallFlowsParts extends GoalParts {
  telephony: Telephony;
  host: FlowHost;
  report(problem: unknown, callId: string): void;
}

interface Running {
  leg: LegId;
  stream: FlowStream;
  flow: FlowOnCall | null;
  /** Pressed before it had begun. */
  keys: string[];
  /** It was left before it had begun. */
  left: 'callerGone' | 'handedOver' | 'server' | null;
  /** It said its last word while the call was elsewhere. */
  ended: 'hangUp' | 'broken' | null;
  made: number;
  waiting: Map<number, (answer: Answer) => void>;
}

const refused = (why: string): Answer => ({ ok: false, why });
const done: Answer = { ok: true, what: 'done' };

/** Between calls and the flows that talk on them: what a flow asks becomes an event of its call, and what the call decides an answer. */
export function openCallFlows(parts: CallFlowsParts) {
  const { telephony, host, queues, plans, report } = parts;
  const running = new Map<string, Running>();

  async function begin(live: LiveCall, { leg, flowId }: Extract<FlowEffect, { type: 'runFlow' }>): Promise<void> {
    const { id: callId, tenantId, facts } = live.current();
    const run: Running = {
      leg,
      stream: openFlowStream(),
      flow: null,
      keys: [],
      left: null,
      ended: null,
      made: 0,
      waiting: new Map(),
    };
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
        stream: run.stream,
        hands: handsOf(live, run),
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

  function leave(callId: string, run: Running, why: NonNullable<Running['left']>): void {
    run.left = why;
    if (!run.flow) return;
    running.delete(callId);
    if (why === 'server') run.flow.stop();
    else run.flow.callerGone();
  }

  /** One thing of the call, and its answer. */
  function ask(live: LiveCall, run: Running, wanted: FlowCallAsk): Promise<Answer> {
    run.made += 1;
    const askId = run.made;
    return new Promise((resolve) => {
      run.waiting.set(askId, resolve);
      live.send({ type: 'flowAsked', askId, ask: wanted });
      if (live.current().flow === null && run.waiting.delete(askId)) resolve(refused('gone'));
    });
  }

  function handsOf(live: LiveCall, run: Running): CallHands {
    const { tenantId } = live.current();
    return {
      async transfer(to, timeoutMs, under) {
        const goal = await goalOf(live.current(), to);
        if (!goal) return refused('unreachable');
        run.stream.detach();
        const answer = ask(live, run, { what: 'transfer', to: goal, timeoutMs });
        if (live.current().flow?.asking?.what === 'transfer') under?.(goal.kind === 'group' ? 'waiting' : 'ringing');
        await dropUnused(live.current(), goal);
        return answer;
      },
      async callback(groupId, number) {
        if (!(await queues.group(tenantId, groupId))) return refused('noGroup');
        return ask(live, run, { what: 'callback', groupId, number: number.replace(/\D/g, '') });
      },
      voicemail: (mailbox, maxMs) => ask(live, run, { what: 'voicemail', mailbox: mailboxOf(mailbox), maxMs }),
      record: (on) => ask(live, run, { what: 'record', on }),
      survey: (maxKey, key) => ask(live, run, { what: 'score', score: key, scale: maxKey }),
      hangUp: () => over(live, run, 'hangUp'),
      giveBack: () => over(live, run, 'broken'),
    };
  }

  function over(live: LiveCall, run: Running, why: 'hangUp' | 'broken'): void {
    run.ended = why;
    live.send({ type: 'flowEnded', why });
  }

  /** Whether the caller may go there; a colleague is kept free for it. */
  async function goalOf({ tenantId, id: callId, facts }: Call, to: TransferTo): Promise<TransferGoal | null> {
    if (to.kind === 'group') return (await queues.group(tenantId, to.groupId)) ? to : null;
    if (to.kind === 'number') {
      const way = await plans.onward({ tenantId, number: to.number, shown: facts.ourNumber });
      return 'refused' in way ? null : { kind: 'number', ...way };
    }
    const reserved = await reserve(parts, { tenantId, userId: to.userId }, callId);
    if ('sipStatus' in reserved) return null;
    const switches = await parts.switchesOf({ tenantId, userId: to.userId });
    return { kind: 'agent', userId: reserved.userId, sipNum: reserved.sipNum, name: reserved.name, ...switches };
  }

  /** The call went another way meanwhile: who was kept free is given back. */
  async function dropUnused({ tenantId, id, parties }: Call, goal: TransferGoal): Promise<void> {
    if (goal.kind === 'agent' && !parties.some(({ who }) => who.kind === 'agent' && who.userId === goal.userId))
      await unreserve(parts, { tenantId, userId: goal.userId }, id);
  }

  async function answered(
    live: LiveCall,
    run: Running,
    { askId, ok, why }: Extract<FlowEffect, { type: 'answerFlow' }>,
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
    async perform(effect: FlowEffect, live: LiveCall): Promise<void> {
      const callId = live.current().id;
      // Nobody's phone waits for a flow to be found.
      if (effect.type === 'runFlow') return void begin(live, effect);
      const run = running.get(callId);
      if (!run) return;
      if (effect.type === 'answerFlow') return answered(live, run, effect);
      if (effect.type === 'leaveFlow') return leave(callId, run, effect.why);
      if (run.flow) run.flow.key(effect.key);
      else run.keys.push(effect.key);
    },
  };
}

export type CallFlows = ReturnType<typeof openCallFlows>;

/** Where no flow can talk, whoever called goes to somebody else. */
export const noFlows: FlowHost = { begin: async () => null };
