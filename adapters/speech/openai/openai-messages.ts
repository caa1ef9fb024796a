import type { BrainAsk, BrainTool } from '#core/speech/brain.port.ts';

type Message =
  | { role: 'system' | 'user' | 'assistant'; content: string }
  | {
      role: 'assistant';
      content: null;
      tool_calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
    }
  | { role: 'tool'; tool_call_id: string; content: string };

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

/** The ask in the words of chat completions. What a caller says stays a caller's turn, whatever it says about rules. */
export function messagesOf({ goal, knowledge, language, turns }: BrainAsk): Message[] {
  const rules = [
    goal.trim(),
    `You are on the telephone. Answer in ${languageNames.of(language) ?? language}, in short sentences that can be spoken: no lists, no signs, no links.`,
    ...(knowledge.trim() === '' ? [] : [`What you know:\n${knowledge.trim()}`]),
  ];
  return [
    { role: 'system', content: rules.filter(Boolean).join('\n\n') },
    ...turns.flatMap((turn): Message[] => {
      if (turn.by !== 'tool') return [{ role: turn.by === 'caller' ? 'user' : 'assistant', content: turn.text }];
      const { callId, name, input, answer } = turn;
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: callId, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
        },
        { role: 'tool', tool_call_id: callId, content: answer },
      ];
    }),
  ];
}

/** Tools as the protocol describes them: every input is a text. */
export const toolsOf = (tools: readonly BrainTool[]) =>
  tools.map(({ name, purpose, inputs }) => ({
    type: 'function',
    function: {
      name,
      description: purpose,
      parameters: {
        type: 'object',
        additionalProperties: false,
        required: inputs.filter(({ isRequired }) => isRequired).map((input) => input.name),
        properties: Object.fromEntries(
          inputs.map((input) => [input.name, { type: 'string', description: input.purpose }]),
        ),
      },
    },
  }));
