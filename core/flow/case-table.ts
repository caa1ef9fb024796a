import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { CaseStep, FlowCase } from './case.ts';
import type { Flow, NodeId, Values } from './flow.ts';
import type { Answer, Ask, FlowEffect, FlowEvent, FlowMessage } from './flow-events.ts';
import { flowMachine } from './flow-machine.ts';
import { openRun, type FlowRun } from './run.ts';

/** Answers what the case does not; null leaves it open, and the conversation stays where it is. */
export type CaseAnswers = (ask: Ask) => Answer | null;

/** The usual world of a case: everything works, it is open, a person answers; other systems and flows fail. The model is never made up. */
export const usualAnswers: CaseAnswers = (ask) => {
  switch (ask.what) {
    case 'brain':
      return null;
    case 'hours':
      return { ok: true, what: 'open', isOpen: true, isHoliday: false };
    case 'detect':
      return { ok: true, what: 'detected', person: 'human', ms: 0 };
    case 'http':
    case 'flow':
    case 'detectLanguage':
      return { ok: false, why: 'notInCase' };
    default:
      return { ok: true, what: 'done' };
  }
};

/** What a case came to at one step: 0 is before the first. */
export interface CaseMoment {
  said: readonly string[];
  branches: readonly { nodeId: NodeId | null; branch: string }[];
  values: Values;
  result: AiCallResult | null;
  /** From what the caller did to the first line after it, what was asked meanwhile included; null when nothing was said, or nobody measured. Of the latest turn. */
  latencyMs: number | null;
}

const isCallers = (step: CaseStep): boolean =>
  'heard' in step || 'keys' in step || 'interrupts' in step || 'silent' in step;

/** Where one conversation is played, without a clock: everything is said at once, and what the next step does not answer the world does. */
export class CaseTable {
  readonly messages: FlowMessage[] = [];
  readonly #answers: CaseAnswers;
  readonly #nextAnswer: CaseStep[];
  #run: FlowRun;
  #nowMs: number;
  #said: string[] = [];
  #branches: { nodeId: NodeId | null; branch: string }[] = [];
  #open: Ask | null = null;
  readonly #stopwatch: (() => number) | null;
  /** When the caller's turn ended that nothing was said to yet. */
  #turnEndedMs: number | null = null;
  #latencyMs: number | null = null;

  /** `stopwatch` is read in milliseconds where it shall be known how soon it answers. */
  constructor(
    flow: Flow,
    { caller, values, language, at, timeZone, steps }: FlowCase,
    answers: CaseAnswers,
    stopwatch: (() => number) | null = null,
  ) {
    this.#stopwatch = stopwatch;
    this.#answers = answers;
    this.#nowMs = Date.parse(at);
    this.#nextAnswer = [...steps];
    this.#run = openRun(flow, {
      caller: { ...caller, customerId: null },
      values,
      timeZone,
      ...(language && { language }),
    });
    this.#send({ type: 'begun' });
    this.#settle();
  }

  get run(): FlowRun {
    return this.#run;
  }

  /** What is asked and not answered yet. */
  get open(): Ask | null {
    return this.#open;
  }

  moment(): CaseMoment {
    return {
      said: this.#said,
      branches: this.#branches,
      values: this.#run.values,
      result: this.#run.result,
      latencyMs: this.#latencyMs,
    };
  }

  /** False when nothing waited for it. */
  take(step: CaseStep): boolean {
    this.#nextAnswer.shift();
    if (this.#run.result !== null) return false;
    this.#nowMs += 1_000;
    const before = this.#run;
    if (isCallers(step)) {
      this.#latencyMs = null;
      this.#turnEndedMs = this.#stopwatch?.() ?? null;
    }
    this.#happen(step);
    this.#settle();
    return this.#run !== before;
  }

  #happen(step: CaseStep): void {
    const { asking, listening, waking } = this.#run;
    if ('heard' in step)
      return this.#send({
        type: 'heard',
        text: step.heard,
        phrase: step.phrase ?? null,
        confidence: 1,
        language: null,
      });
    if ('interrupts' in step) {
      for (const sayId of this.#run.saying) this.#send({ type: 'said', sayId, wasCut: true });
      return this.#send({ type: 'heard', text: step.interrupts, phrase: null, confidence: 1, language: null });
    }
    if ('keys' in step) for (const key of step.keys) this.#send({ type: 'key', key });
    else if ('silent' in step) this.#send({ type: 'silent', listenId: listening ?? -1 });
    else if ('timeUp' in step) this.#send({ type: 'timeUp', wakeId: waking ?? -1 });
    else if ('answer' in step) this.#send({ type: 'answered', askId: asking ?? -1, answer: step.answer });
    else if ('calls' in step)
      this.#send({
        type: 'brainCalled',
        askId: asking ?? -1,
        callId: `call-${this.#run.made}`,
        name: step.calls,
        input: step.input,
      });
    else if ('brain' in step) {
      for (const sentence of step.brain) this.#send({ type: 'brainSaid', askId: asking ?? -1, sentence });
      this.#send({ type: 'brainDone', askId: asking ?? -1, text: step.brain.join(' '), failed: false });
    } else this.#send({ type: 'callerGone' });
  }

  /** Says everything and answers what the next step does not, until the caller's turn comes. */
  #settle(): void {
    for (let round = 0; round < 1_000 && this.#run.result === null; round += 1) {
      const next = this.#nextAnswer[0];
      const [sayId] = this.#run.saying;
      if (sayId !== undefined && !(next && 'interrupts' in next)) this.#send({ type: 'said', sayId, wasCut: false });
      else if (
        this.#run.asking !== null &&
        this.#open &&
        !(next && ('answer' in next || 'brain' in next || 'calls' in next))
      ) {
        const answer = this.#answers(this.#open);
        if (answer === null) return;
        this.#send({ type: 'answered', askId: this.#run.asking, answer });
      } else if (
        this.#run.waking !== null &&
        this.#run.listening === null &&
        this.#run.asking === null &&
        !(next && 'timeUp' in next)
      )
        this.#send({ type: 'timeUp', wakeId: this.#run.waking });
      else return;
    }
  }

  #send(event: FlowEvent): void {
    const { state, effects } = flowMachine(this.#run, { ...event, nowMs: this.#nowMs });
    this.#run = state;
    for (const effect of effects) this.#perform(effect);
    if (state.asking === null) this.#open = null;
  }

  #says(line: string): void {
    this.#said = [...this.#said, line];
    if (this.#turnEndedMs === null) return;
    this.#latencyMs = this.#stopwatch!() - this.#turnEndedMs;
    this.#turnEndedMs = null;
  }

  #perform(effect: FlowEffect): void {
    if (effect.type === 'say') this.#says(effect.line.text);
    else if (effect.type === 'ask') this.#open = effect.ask;
    else if (effect.type === 'addMessage') {
      this.messages.push(effect.message);
      if (effect.message.type === MessageType.botNode)
        this.#branches = [
          ...this.#branches,
          { nodeId: effect.message.nodeId, branch: String(effect.message.info['branch']) },
        ];
    }
  }
}
