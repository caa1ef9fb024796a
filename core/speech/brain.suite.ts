import { expect, test } from 'vitest';
import type { Brain, BrainAsk, BrainPiece } from './brain.port.ts';
import { SpeechFailure } from './speech-failure.ts';

/** A brain and asks whose outcome is known. */
export interface BrainStage {
  brain: Brain;
  /** Is answered with words in which this stands; no tool is needed. */
  known: { ask: BrainAsk; contains: string };
  /** Is answered with words of another content, so that two answers can be told apart. */
  other: { ask: BrainAsk; contains: string };
  /** Something it has no answer to. */
  unknown: BrainAsk;
  /** Makes it call this tool with this input; null where it calls none. */
  calling: { ask: BrainAsk; name: string; input: Readonly<Record<string, string>> } | null;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** What everything that answers does. */
export function brainSuite(open: () => Promise<BrainStage>): void {
  const onStage = (name: string, play: (stage: BrainStage) => Promise<void>) =>
    test(`[FLOW-11] ${name}`, { timeout: 30_000 }, async () => {
      const stage = await open();
      try {
        await play(stage);
      } finally {
        await stage.brain.close();
        await stage.close();
      }
    });

  onStage('an answer is words in order, and done comes last and once', async ({ brain, known }) => {
    const pieces = await allOf(brain.answer(known.ask, never));
    expect(wordsOf(pieces)).toContain(known.contains);
    expect(pieces.filter(({ type }) => type === 'done')).toHaveLength(1);
    expect(pieces.at(-1)).toEqual({ type: 'done' });
  });

  onStage('no piece of words is empty', async ({ brain, known }) => {
    for (const piece of await allOf(brain.answer(known.ask, never)))
      if (piece.type === 'words') expect(piece.text).not.toBe('');
  });

  onStage('two answers beside each other do not mix', async ({ brain, known, other }) => {
    const [one, two] = (
      await Promise.all([allOf(brain.answer(known.ask, never)), allOf(brain.answer(other.ask, never))])
    ).map(wordsOf);
    expect(one).toContain(known.contains);
    expect(one).not.toContain(other.contains);
    expect(two).toContain(other.contains);
    expect(two).not.toContain(known.contains);
  });

  onStage('what it cannot answer ends properly too, and calls nothing', async ({ brain, unknown }) => {
    const pieces = await allOf(brain.answer({ ...unknown, tools: [] }, never));
    expect(pieces.at(-1)).toEqual({ type: 'done' });
    expect(pieces.some(({ type }) => type === 'call')).toBe(false);
  });

  onStage('a tool that was not declared is never called', async ({ brain, calling, known }) => {
    const ask = { ...(calling ?? known).ask, tools: [] };
    const pieces = await allOf(brain.answer(ask, never));
    expect(pieces.filter(({ type }) => type === 'call')).toEqual([]);
    expect(pieces.at(-1)).toEqual({ type: 'done' });
  });

  onStage(
    'a declared tool is called with its input, and the answer goes on from what it said',
    async ({ brain, calling }) => {
      if (!calling) return;
      const pieces = await allOf(brain.answer(calling.ask, never));
      const calls = pieces.filter((piece) => piece.type === 'call');
      expect(calls).toEqual([
        { type: 'call', callId: expect.stringMatching(/./), name: calling.name, input: calling.input },
      ]);
      const [{ callId, name, input }] = calls as [(typeof calls)[0]];
      const turns = [...calling.ask.turns, { by: 'tool' as const, callId, name, input, answer: 'done' }];
      expect((await allOf(brain.answer({ ...calling.ask, turns }, never))).at(-1)).toEqual({ type: 'done' });
    },
  );

  onStage('an ask that was given up before it began gives nothing', async ({ brain, known }) => {
    const pieces: BrainPiece[] = [];
    await expectReason(
      allOf(brain.answer(known.ask, AbortSignal.abort()), (piece) => pieces.push(piece)),
      ['cancelled'],
    );
    expect(pieces).toEqual([]);
  });

  onStage('an ask given up in the middle ends at once', async ({ brain, known }) => {
    const interrupt = new AbortController();
    let pieces = 0;
    await expectReason(
      allOf(brain.answer(known.ask, interrupt.signal), () => {
        pieces++;
        interrupt.abort();
      }),
      ['cancelled'],
    );
    expect(pieces).toBe(1);
    expect(wordsOf(await allOf(brain.answer(known.ask, never)))).toContain(known.contains);
  });

  onStage('whoever stops reading leaves nothing behind', async ({ brain, known }) => {
    for await (const piece of brain.answer(known.ask, never)) if (piece.type === 'words') break;
    expect(wordsOf(await allOf(brain.answer(known.ask, never)))).toContain(known.contains);
  });
}

async function allOf(pieces: AsyncIterable<BrainPiece>, onPiece?: (piece: BrainPiece) => void): Promise<BrainPiece[]> {
  const all: BrainPiece[] = [];
  for await (const piece of pieces) {
    all.push(piece);
    onPiece?.(piece);
  }
  return all;
}

function wordsOf(pieces: readonly BrainPiece[]): string {
  return pieces.map((piece) => (piece.type === 'words' ? piece.text : '')).join('');
}

async function expectReason(promise: Promise<unknown>, reasons: readonly string[]): Promise<void> {
  const thrown = await promise.then(
    () => 'answered',
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(SpeechFailure);
  expect(reasons).toContain((thrown as SpeechFailure).reason);
}
