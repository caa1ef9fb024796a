import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { KEY, openLocalProvider, type Fault } from '#adapters/speech/local-provider.fixture.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { failures } from '#shared/errors.ts';

vi.setConfig({ testTimeout: 60_000 });

const server = await testServer({ allowPrivate: true });
afterAll(server.close);
const { db } = server.world;
const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/ivrFlow/v1/${path}`, { token: who.token, body });
const words = (en: string) => ({ words: { en }, sounds: {} });
const shop = aFlow(
  {
    menu: {
      kind: 'menu',
      settings: {
        spoken: words('Press 1 for orders.'),
        again: words('Please press a key.'),
        choices: [{ key: '1', name: 'Orders', phrases: ['orders'] }],
      },
    },
    wish: { kind: 'listen', settings: { spoken: words('Your order number?'), again: words('Again?') } },
    bye: { kind: 'hangUp', settings: { spoken: words('It is on its way.') } },
  },
  ['start next menu', 'menu 1 wish', 'wish heard bye'],
);
const caller = { name: 'Ana', persona: 'In a hurry', goal: 'Orders', facts: { 'order number': 'A17' } };

/** A model of this machine that plays somebody: presses 1 when told to, and says the number when asked for it. */
async function aModel(beforeAnswer: () => Promise<void> = async () => {}) {
  const provider = await openLocalProvider({
    isKeyRight: (headers) => headers.authorization === `Bearer ${KEY}`,
    async http({ body }, reply, fault: Fault | null) {
      await beforeAnswer();
      const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content: string }[] };
      const lastText = messages.at(-1)!.content;
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      if (fault === 'garbage') return void reply.end('data: {"choices": oops\n\n');
      const send = (delta: object, finish: string | null = null) =>
        void reply.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
      if (lastText.includes('Press 1'))
        send({
          tool_calls: [
            { index: 0, id: 'c1', type: 'function', function: { name: 'press_keys', arguments: '{"keys":"1"}' } },
          ],
        });
      else send({ content: 'It is A17' });
      if (fault === 'cut') return void setImmediate(() => reply.destroy());
      send({}, 'stop');
      reply.end('data: [DONE]\n\n');
    },
  });
  onTestFinished(provider.close);
  return provider;
}

async function aHouse(model?: { address: string }) {
  const tenantId = await aTenant(db);
  const sofia = await aMember(db, tenantId, { isOwner: true, name: 'Sofía' });
  if (model) {
    const body = {
      use: 'brain',
      channel: SpeechChannel.openaiCompatible,
      protocol: 'openai',
      name: 'Our model',
      address: model.address,
      model: 'm',
      languages: [],
      voices: [],
      isOn: true,
      secret: KEY,
    };
    expect((await server.ask('POST', '/cc/api/speech/v1/provider/add', { token: sofia.token, body })).code).toBe(0);
  }
  const {
    data: { id },
  } = await ask(sofia, 'add', { name: 'Shop' });
  await ask(sofia, 'update', { id, draftVersion: 1, flow: shop });
  return { sofia, id: id as number };
}
const simulate = async (who: Member, id: number, wish: object = {}) =>
  ask(who, 'simulation/run', { id, by: 'model', caller, runs: 2, ...wish });
async function over(who: Member, simulationId: number) {
  await expect
    .poll(async () => (await ask(who, 'simulation/query', { simulationId })).data.state, { timeout: 40_000 })
    .not.toBe('running');
  return (await ask(who, 'simulation/query', { simulationId })).data;
}

test('[FLOW-11] the team’s model plays callers; what was said, what came of it and what was expected are kept, and one becomes a case', async () => {
  const model = await aModel();
  const { sofia, id } = await aHouse(model);
  expect((await ask(sofia, 'simulation/list', { id })).data).toEqual({ hasModel: true, list: [] });
  const { data, code } = await simulate(sofia, id, {
    expects: [{ words: 'on its way' }, { variable: { attrKey: 'order', is: 'A17' } }],
  });
  expect(code).toBe(0);
  const found = await over(sofia, data.simulationId);
  expect(found).toMatchObject({
    state: 'done',
    total: 2,
    done: 2,
    passed: 0,
    askedBy: 'Sofía',
    wish: { caller: { name: 'Ana' } },
  });
  expect(found.results).toHaveLength(2);
  expect(found.results[0]).toMatchObject({
    ended: 'over',
    trouble: null,
    result: AiCallResult.communicated,
    passed: false,
    failures: [{ expectation: { variable: { attrKey: 'order' } }, found: null }],
  });
  expect(found.results[0].transcript.map(({ text }: { text: string }) => text)).toEqual([
    'Press 1 for orders.',
    '1',
    'Your order number?',
    'It is A17',
    'It is on its way.',
  ]);
  // The key is told to nobody but the provider, and who they are to the model.
  expect(model.asked[0]!.body.toString()).toContain('In a hurry');
  expect((await ask(sofia, 'case/add', { id, content: { ...found.results[0].kept, name: 'Ana asks' } })).code).toBe(0);
  const {
    data: { runId },
  } = await ask(sofia, 'case/run', { id });
  await expect
    .poll(async () => (await ask(sofia, 'case/result', { runId })).data, { timeout: 20_000 })
    .toMatchObject({ state: 'done', passed: 1, total: 1 });
});

test('[FLOW-11] without a model that is said, and callers by rules are played', async () => {
  const { sofia, id } = await aHouse();
  expect((await ask(sofia, 'simulation/list', { id })).data.hasModel).toBe(false);
  expect((await simulate(sofia, id)).code).toBe(failures.simulationNoModel.code);
  const { data } = await simulate(sofia, id, { by: 'script', runs: 5, expects: [{ branch: '1', node: 'menu' }] });
  const found = await over(sofia, data.simulationId);
  expect(found).toMatchObject({ state: 'done', done: 5 });
  expect(found.passed).toBeGreaterThan(0);
  expect(found.results.every(({ transcript }: { transcript: unknown[] }) => transcript.length > 1)).toBe(true);
});

test.each(['slow', 'cut', 'garbage', 'busy', 'refused'] as const)(
  '[FLOW-11] a model that is %s ends the simulation at once and says why',
  async (fault) => {
    const model = await aModel();
    model.fault = fault;
    const { sofia, id } = await aHouse(model);
    const { data } = await simulate(sofia, id, { runs: 20 });
    const found = await over(sofia, data.simulationId);
    expect(found).toMatchObject({
      state: 'done',
      done: 1,
      passed: 0,
      results: [{ ended: 'trouble', trouble: fault, transcript: [{ by: 'flow', text: 'Press 1 for orders.' }] }],
    });
    // Twenty were wished; nobody pays for nineteen more.
    expect(model.asked.length).toBeLessThanOrEqual(1);
  },
);

test('[FLOW-11] turns and conversations are limited, and a second simulation waits until the first is over or cancelled', async () => {
  const go = Promise.withResolvers<void>();
  const model = await aModel(() => go.promise);
  onTestFinished(() => go.resolve());
  const { sofia, id } = await aHouse(model);
  expect(
    await Promise.all(
      [{ runs: 21 }, { runs: 0 }, { maxTurns: 41 }, { caller: { name: 'x' } }].map(
        async (wish) => (await simulate(sofia, id, wish)).code,
      ),
    ),
  ).toEqual([400, 400, 400, 400]);
  const { data } = await simulate(sofia, id, { runs: 20 });
  expect((await simulate(sofia, id)).code).toBe(failures.simulationRunning.code);
  await expect.poll(() => model.asked.length, { timeout: 20_000 }).toBe(1);
  expect((await ask(sofia, 'simulation/cancel', { simulationId: data.simulationId })).code).toBe(0);
  expect(await over(sofia, data.simulationId)).toMatchObject({ state: 'cancelled', done: 0 });
  const again = await simulate(sofia, id, { runs: 1, maxTurns: 1 });
  go.resolve();
  expect(await over(sofia, again.data.simulationId)).toMatchObject({
    state: 'done',
    results: [{ ended: 'turns', passed: false, result: null }],
  });
});

test('[FLOW-11] kept conversations that are being played can be cancelled', async () => {
  const { sofia, id } = await aHouse();
  await ask(sofia, 'case/add', {
    id,
    content: { name: 'One', steps: [{ keys: '1' }], expects: [{ maxLatencyMs: 5_000 }] },
  });
  const {
    data: { runId },
  } = await ask(sofia, 'case/run', { id });
  expect((await ask(sofia, 'case/cancel', { runId })).code).toBe(0);
  await expect.poll(async () => (await ask(sofia, 'case/result', { runId })).data.state).toMatch(/done|cancelled/);
  expect((await ask(sofia, 'case/run', { id })).code).toBe(0);
});

test('[FLOW-12] a flow chooses who hears, speaks and answers; one that is gone is a problem', async () => {
  const model = await aModel();
  const { sofia, id } = await aHouse(model);
  expect((await ask(sofia, 'speechChannels')).data).toEqual({
    recognition: [{ channel: 2, name: '' }],
    voice: [{ channel: 2, name: '' }],
    brain: [
      { channel: 3, name: 'Our model' },
      { channel: 2, name: '' },
    ],
  });
  const chosen = { recognition: 2, voice: SpeechChannel.elevenLabsCompatible, voices: { en: 'Lucía' }, brain: 3 };
  const {
    data: { draftVersion },
  } = await ask(sofia, 'update', { id, draftVersion: 2, flow: { ...shop, speech: chosen } });
  expect((await ask(sofia, 'query', { id })).data.flow.speech).toEqual(chosen);
  expect((await ask(sofia, 'problems', { id })).data).toContainEqual({
    nodeId: null,
    text: 'goneSpeech',
    field: 'speech.voice',
    values: { use: 'voice' },
  });
  expect((await ask(sofia, 'publish', { id, draftVersion })).code).toBe(failures.flowHasProblems.code);
  expect((await ask(sofia, 'update', { id, draftVersion, flow: { ...shop, speech: { voice: 99 } } })).code).toBe(400);
});
