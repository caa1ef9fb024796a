import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLocalProvider } from '#adapters/speech/local-provider.fixture.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';

const flow = aFlow(
  {
    ask: {
      kind: 'listen',
      settings: {
        spoken: { words: { en: 'How can I help?' }, sounds: {} },
        again: { words: { en: 'Again?' }, sounds: {} },
        saveAs: 'wish',
      },
    },
    bye: { kind: 'hangUp', settings: { spoken: { words: { en: 'You said {{wish}}.' }, sounds: {} } } },
  },
  ['start next ask', 'ask heard bye', 'ask silent bye'],
  { variables: [{ attrKey: 'wish', name: 'Wish', valueType: 1, valueFormat: 0, choices: [] }] },
);
const kept = (name: string, words: string) => ({ name, steps: [{ heard: 'a table' }], expects: [{ words }] });

function folderOf(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-cases-'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}
function played(...folders: string[]): { code: number; output: string } {
  try {
    return {
      code: 0,
      output: execFileSync(process.execPath, ['scripts/lib/play-flow-cases.ts', ...folders], {
        encoding: 'utf8',
        env: { ...process.env, FLOW_MODEL_ADDRESS: '' },
      }),
    };
  } catch (problem) {
    const { status, stdout } = problem as { status: number; stdout: string };
    return { code: status, output: stdout };
  }
}

test('a folder of conversations that go as expected is good', () => {
  const { code, output } = played(
    folderOf({
      'desk.flow.json': { openseat: 'flow', name: 'Desk', flow },
      'desk.cases.json': [kept('one', 'you said a table')],
      'desk.two.case.json': kept('two', 'How can'),
    }),
  );
  expect({ code, output: output.trim().split('\n') }).toEqual({
    code: 0,
    output: ['✓ desk › one', '✓ desk › two', '2 played, 0 went wrong'],
  });
}, 60_000);

test('a conversation that goes another way, a file that cannot be read and an empty folder are not', () => {
  const { code, output } = played(
    folderOf({ 'desk.flow.json': flow, 'desk.cases.json': [kept('one', 'you said a chair')] }),
    folderOf({ 'torn.flow.json': '{', 'odd.flow.json': { format: 1 } }),
    folderOf({}),
  );
  expect(code).toBe(1);
  for (const line of [
    '✗ desk › one: after step 1 expected {"words":"you said a chair"}',
    '✗ torn: cannot be read',
    '✗ odd: cannot be read',
    'nothing to play',
    '1 played, 5 went wrong',
  ])
    expect(output).toContain(line);
}, 60_000);

const caller = { name: 'Ana', goal: 'a table' };

test('made-up callers are played by rules; without a model those it would play are left out and named', () => {
  const { code, output } = played(
    folderOf({
      'desk.flow.json': flow,
      'desk.callers.json': [
        { by: 'script', caller, runs: 3, expects: [{ words: 'how can' }] },
        { by: 'model', caller },
      ],
    }),
  );
  expect(code).toBe(0);
  for (const line of [
    '✓ desk › Ana 1',
    '✓ desk › Ana 3',
    '– desk › Ana: left out, no model is set',
    '3 played, 0 went wrong, 1 left out',
  ])
    expect(output).toContain(line);
}, 60_000);

test('a model of this machine plays callers, and what it and the flow said is shown where it went wrong', async () => {
  const model = await openLocalProvider({
    isKeyRight: () => true,
    http(_asked, reply) {
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.end(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'A table, please' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
      );
    },
  });
  const folder = folderOf({
    'desk.flow.json': flow,
    'desk.callers.json': { by: 'model', caller, runs: 2, expects: [{ words: 'you said a chair' }] },
  });
  const child = spawn(process.execPath, ['scripts/lib/play-flow-cases.ts', folder], {
    env: { ...process.env, FLOW_MODEL_ADDRESS: model.address, FLOW_MODEL: 'm', FLOW_MODEL_KEY: 'k' },
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => void (output += part.toString()));
  const code = await new Promise((resolve) => void child.on('close', resolve));
  await model.close();
  expect({ code, said: output }).toMatchObject({ code: 1, said: expect.stringContaining('› A table, please') });
  for (const line of ['✗ desk › Ana 1', '‹ You said A table, please.', '2 played, 2 went wrong'])
    expect(output).toContain(line);
}, 60_000);
