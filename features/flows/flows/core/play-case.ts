import type { Expectation, FlowCase } from '#core/flow/case.ts';
import { CaseTable, usualAnswers, type CaseAnswers, type CaseMoment } from '#core/flow/case-table.ts';
import type { Flow, Value } from '#core/flow/flow.ts';
import type { FlowMessage } from '#core/flow/flow-events.ts';

export interface CasePlayed {
  passed: boolean;
  /** Which expectation failed, what there was instead, and after which step. */
  failures: readonly { at: number; expectation: Expectation; found: Value | null | readonly string[] }[];
  moments: readonly CaseMoment[];
  messages: readonly FlowMessage[];
  /** Steps nobody waited for: the conversation was over, or nothing of that kind was open. */
  unused: readonly number[];
}

/**
 * Plays a kept conversation against a flow, purely and in no time, and says which expectations failed and where. With a stopwatch it is
 * also judged how soon the flow decided; nobody hears or speaks here, so that recognition and voice are not in it.
 */
export function playCase(
  flow: Flow,
  kept: FlowCase,
  answers: CaseAnswers = usualAnswers,
  stopwatch: (() => number) | null = null,
): CasePlayed {
  const table = new CaseTable(flow, kept, answers, stopwatch);
  const unused: number[] = [];
  const moments = [table.moment()];
  kept.steps.forEach((step, at) => {
    if (!table.take(step)) unused.push(at + 1);
    moments.push(table.moment());
  });
  const failures = judgeAll(kept.expects, moments);
  return { passed: failures.length === 0, failures, moments, messages: table.messages, unused };
}

/** What did not come as expected in a conversation, moment by moment. */
export const judgeAll = (expects: readonly Expectation[], moments: readonly CaseMoment[]): CasePlayed['failures'] =>
  expects.flatMap((expectation) => judge(expectation, moments));

function judge(expectation: Expectation, moments: readonly CaseMoment[]): CasePlayed['failures'] {
  const at =
    expectation.after === undefined && expectation.maxLatencyMs !== undefined
      ? slowest(moments)
      : Math.min(expectation.after ?? moments.length - 1, moments.length - 1);
  const moment = moments[at]!;
  const found = foundInstead(expectation, moment);
  return found === undefined ? [] : [{ at, expectation, found }];
}

/** Where the answer took longest. */
const slowest = (moments: readonly CaseMoment[]): number =>
  moments.reduce(
    (longest, { latencyMs }, at) => ((latencyMs ?? -1) > (moments[longest]!.latencyMs ?? -1) ? at : longest),
    0,
  );

/** Undefined when it is as expected. */
function foundInstead(
  { branch, node, variable, words, notWords, result, maxLatencyMs }: Expectation,
  moment: CaseMoment,
): Value | null | readonly string[] | undefined {
  const says = (part: string): boolean => moment.said.some((line) => line.toLowerCase().includes(part.toLowerCase()));
  if (branch !== undefined)
    return moment.branches.some((taken) => taken.branch === branch && (node === undefined || taken.nodeId === node))
      ? undefined
      : moment.branches.map((taken) => `${taken.nodeId ?? ''} ${taken.branch}`);
  if (variable !== undefined) {
    const held = Object.hasOwn(moment.values, variable.attrKey) ? moment.values[variable.attrKey]! : null;
    return held !== null && String(held) === String(variable.is) ? undefined : held;
  }
  if (words !== undefined) return says(words) ? undefined : moment.said;
  if (notWords !== undefined) return says(notWords) ? moment.said : undefined;
  if (result !== undefined) return moment.result === result ? undefined : moment.result;
  return maxLatencyMs !== undefined && moment.latencyMs !== null && moment.latencyMs > maxLatencyMs
    ? Math.round(moment.latencyMs)
    : undefined;
}
