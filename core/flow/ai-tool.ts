import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { dayOf } from '#core/calendar/day-range.ts';
import type { BrainTool } from '../speech/brain.port.ts';
import { branchKey, variableField } from './fields.ts';
import { fill } from './fill.ts';
import type { Answer } from './flow-events.ts';
import { Request, keepAnswer, requestOf, requestProblems } from './kinds/http.ts';
import type { NodeTurn, Problem } from './node-kind.ts';
import { Destination, destinationProblems, transferTo } from './transfer-to.ts';
import { readValue } from './values/read-value.ts';

const Does = z.discriminatedUnion('what', [
  z.object({ what: z.literal('setVariable'), attrKey: variableField, input: z.string().max(40) }),
  /** Inputs stand in it as `{{name}}` like values. */
  z.object({ what: z.literal('http'), request: Request }),
  z.object({
    what: z.literal('transfer'),
    to: Destination,
    timeoutMs: z.number().int().min(5_000).max(600_000).default(60_000),
  }),
  z.object({ what: z.literal('hangUp') }),
  z.object({ what: z.literal('branch'), key: branchKey }),
]);

/** Something the model may do, and nothing else. */
export const AiTool = z.object({
  name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/),
  purpose: z.string().trim().min(1).max(500),
  inputs: z
    .array(
      z.object({
        name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/),
        purpose: z.string().trim().max(200).default(''),
        isRequired: z.boolean().default(true),
      }),
    )
    .max(10)
    .default([]),
  does: Does,
});
export type AiTool = z.infer<typeof AiTool>;

export interface ToolCall {
  callId: string;
  name: string;
  input: Readonly<Record<string, string>>;
}

/** What the model is told of a tool. */
export const declared = ({ name, purpose, inputs }: AiTool): BrainTool => ({ name, purpose, inputs });

/** `asked`: its answer comes later. `left`: the conversation is no longer here. Otherwise what the model is told. */
export type ToolOutcome = { is: 'answer'; answer: string } | { is: 'asked' } | { is: 'left' };

/** Does what the tool is declared to do; everything the model sends is checked first. */
export function applyTool(turn: NodeTurn<{ tools: AiTool[] }>, { name, input }: ToolCall): ToolOutcome {
  const tool = turn.settings.tools.find((candidate) => candidate.name === name);
  if (!tool) return { is: 'answer', answer: 'There is no such tool.' };
  const missing = tool.inputs.filter((one) => one.isRequired && (inputOf(input, one.name) ?? '').trim() === '');
  if (missing.length > 0) return { is: 'answer', answer: `Missing: ${missing.map((one) => one.name).join(', ')}` };
  const { does } = tool;
  switch (does.what) {
    case 'setVariable':
      return {
        is: 'answer',
        answer: keep(turn, does.attrKey, inputOf(input, does.input) ?? '') ? 'Done.' : 'That is no valid value.',
      };
    case 'http':
      turn.ask(
        requestOf(
          {
            fill: (text, as) =>
              fill(text, { ...turn.run.values, ...declaredInputs(tool, input) }, as && ((_, value) => as(value))),
          },
          does.request,
        ),
      );
      return { is: 'asked' };
    case 'transfer': {
      const found = transferTo(turn.run, does.to);
      turn.addMessage(MessageType.transferAsked, { to: does.to.kind });
      if ('why' in found) return { is: 'answer', answer: 'Nobody can be reached.' };
      turn.addMessage(MessageType.holdStarted);
      turn.lean(AiCallResult.transferFailed);
      turn.ask({ what: 'transfer', to: found.to, timeoutMs: does.timeoutMs });
      return { is: 'asked' };
    }
    case 'hangUp':
      turn.end();
      return { is: 'left' };
    case 'branch':
      turn.leave(does.key);
      return { is: 'left' };
  }
}

/** What the model is told of an answer that came later. */
export function toolAnswer(turn: NodeTurn<{ tools: AiTool[] }>, { name }: ToolCall, answer: Answer): string {
  const does = turn.settings.tools.find((candidate) => candidate.name === name)?.does;
  if (does?.what !== 'http') return answer.ok ? 'Done.' : 'That did not work.';
  return keepAnswer(turn, does.request, answer) && answer.ok && answer.what === 'http'
    ? answer.body.slice(0, 2_000)
    : 'The other system did not answer.';
}

/** What is wrong with the tools of a node. */
export const toolProblems = (tools: readonly AiTool[]): Problem[] =>
  tools.flatMap(({ name, inputs, does }, at) => [
    ...(tools.findIndex((tool) => tool.name === name) === at
      ? []
      : [{ text: 'doubledKey', field: `tools.${at}.name`, values: { key: name } }]),
    ...(does.what === 'setVariable' && !inputs.some((input) => input.name === does.input)
      ? [{ text: 'unknownInput', field: `tools.${at}.does.input`, values: { key: does.input } }]
      : []),
    ...(does.what === 'transfer' ? destinationProblems(does.to, `tools.${at}.does.to`) : []),
    ...(does.what === 'http'
      ? requestProblems(does.request).map((problem) => ({
          ...problem,
          field: `tools.${at}.does.request.${problem.field}`,
        }))
      : []),
  ]);

const inputOf = (input: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(input, name) ? input[name] : undefined;

const declaredInputs = ({ inputs }: AiTool, input: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(inputs.map(({ name }) => [name, inputOf(input, name) ?? '']));

function keep(turn: NodeTurn<{ tools: AiTool[] }>, attrKey: string, given: string): boolean {
  const { flow, language, timeZone } = turn.run;
  const variable = flow.variables.find((candidate) => candidate.attrKey === attrKey);
  const value =
    !variable || variable.valueType === VariableType.text
      ? given.slice(0, 2_000)
      : readValue(variable, given, { language, today: dayOf(turn.nowMs, timeZone) });
  if (value === null) return false;
  turn.set(attrKey, value);
  return true;
}
