import { z } from 'zod';
import type { OutsideWire } from '#core/http/outside-wire.port.ts';
import type { Brain, BrainAsk, BrainPiece } from '#core/speech/brain.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import type { StopSignal } from '#core/speech/stop-signal.ts';
import { eventData } from '../event-stream.ts';
import { bearer, parsed, under } from '../provider-calls.ts';
import { openProviderCalls } from '../open-provider-calls.ts';
import { messagesOf, toolsOf } from './openai-messages.ts';

/** Nobody listens to more than that at once. */
const LONGEST_LETTERS = 20_000;

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().min(0).max(100).default(0),
                  id: z.string().nullish(),
                  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).optional(),
                }),
              )
              .nullish(),
          })
          .optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  error: z.unknown().optional(),
});

/** Answers by OpenAI's chat completions, which nearly every server of language models speaks; word by word. */
export function openOpenAiBrain(account: SpeechAccount, wire: OutsideWire): Brain {
  const calls = openProviderCalls(wire, account.patienceMs);
  const { name, address, model, key } = account;

  async function* answer(ask: BrainAsk, signal: StopSignal): AsyncIterable<BrainPiece> {
    const tools = toolsOf(ask.tools);
    const body = JSON.stringify({ model, stream: true, messages: messagesOf(ask), ...(tools.length > 0 && { tools }) });
    const request = {
      url: under(address, 'chat/completions'),
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...bearer(key) },
      body,
    };
    const wished = new Map<number, { id: string; name: string; input: string }>();
    let [letters, isWhole] = [0, false];
    for await (const data of eventData(calls.ask(request, signal, { accepts: /^text\/event-stream/ }))) {
      if (data === '[DONE]') {
        isWhole = true;
        break;
      }
      const read = Chunk.safeParse(parsed(data));
      if (!read.success || read.data.error) throw new SpeechFailure('garbage', 'chunk');
      const choice = read.data.choices?.[0];
      if (choice?.finish_reason) isWhole = true;
      for (const { index, id, function: part } of choice?.delta?.tool_calls ?? []) {
        const before = wished.get(index) ?? { id: '', name: '', input: '' };
        wished.set(index, {
          id: before.id || (id ?? ''),
          name: before.name || (part?.name ?? ''),
          input: before.input + (part?.arguments ?? ''),
        });
        letters += part?.arguments?.length ?? 0;
      }
      const text = choice?.delta?.content ?? '';
      if ((letters += text.length) > LONGEST_LETTERS) throw new SpeechFailure('garbage', 'too long');
      if (signal.aborted) throw new SpeechFailure('cancelled');
      if (text !== '') yield { type: 'words', text };
      if (signal.aborted) throw new SpeechFailure('cancelled');
    }
    if (!isWhole) throw new SpeechFailure('cut');
    for (const [index, wish] of wished) {
      if (!ask.tools.some((tool) => tool.name === wish.name)) continue;
      yield { type: 'call', callId: wish.id || `call-${index}`, name: wish.name, input: inputOf(wish.input) };
      if (signal.aborted) throw new SpeechFailure('cancelled');
    }
    yield { type: 'done' };
  }

  return { name, isScripted: false, answer, close: async () => calls.close() };
}

/** Flows know texts only; what is something else becomes one. */
function inputOf(text: string): Record<string, string> {
  const read = z.record(z.string(), z.unknown()).safeParse(text.trim() === '' ? {} : parsed(text));
  if (!read.success) throw new SpeechFailure('garbage', 'input of a tool');
  return Object.fromEntries(
    Object.entries(read.data)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
