import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { deepgramServer } from '#adapters/speech/deepgram/deepgram-server.fixture.ts';
import { elevenLabsServer } from '#adapters/speech/elevenlabs/elevenlabs-server.fixture.ts';
import { fakeBrain } from '#adapters/speech/fake/fake-brain.ts';
import { fakeDetector } from '#adapters/speech/fake/fake-detector.ts';
import { fakeRecognizer } from '#adapters/speech/fake/fake-recognizer.ts';
import { fakeVoice } from '#adapters/speech/fake/fake-voice.ts';
import { KEY, type LocalProvider } from '#adapters/speech/local-provider.fixture.ts';
import { soundOf } from '#adapters/speech/sounding.fixture.ts';
import { openAiServer } from '#adapters/speech/openai/openai-server.fixture.ts';
import { whisperServer } from '#adapters/speech/whisper/whisper-server.fixture.ts';
import type { EmbeddedSpeech, EmbeddedSpeechState, SpeechUsed } from '#core/speech/speech.port.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { handClock } from '#test/clock.ts';
import { testDb } from '#test/test-db.ts';
import { testServer } from '#test/test-server.ts';
import {
  SPEECH_EMBEDDED,
  speechApi,
  type SpeechProvider,
  type SpeechProviderFields,
  type SpeechSettings,
  type SpeechTest,
} from '../contract.ts';
import { openEmbeddedWatch, openSpeech } from './index.ts';

const own = {
  recognizer: fakeRecognizer({ languages: ['en', 'id'], phrasesOnly: ['id'] }),
  voice: fakeVoice({ languages: ['en', 'es'] }),
  brain: fakeBrain({ isScripted: true }),
  detector: fakeDetector(),
};
for (const [name, part] of Object.entries(own)) Object.assign(part, { name: `own ${name}` });
let state: EmbeddedSpeechState = { at: 'missing' };
let prepared = Promise.withResolvers<void>();
const embedded: EmbeddedSpeech = {
  ...own,
  state: () => state,
  prepare: () => ((state = { at: 'fetching', doneBytes: 0, totalBytes: 100 }), prepared.promise),
  close: async () => {},
};

// Two servers share its connections.
const opened = await testDb({ max: 20 });
const { db } = opened;
const server = await testServer({ db, allowPrivate: true, embeddedSpeech: embedded });
const speech = openSpeech(server.world, embedded);
const strict = await testServer({ db });
afterAll(async () => {
  await strict.close();
  await server.close();
  await opened.close();
});

async function aHouse() {
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const ask = <D = unknown>(path: string, body: object = {}) =>
    server.ask<D>('POST', path, { token: owner.token, body });
  const fields = (over: Partial<SpeechProviderFields> = {}): SpeechProviderFields => ({
    use: 'brain',
    channel: SpeechChannel.openaiCompatible,
    protocol: 'openai',
    name: '',
    address: 'https://api.example/v1',
    model: 'model-1',
    languages: [],
    voices: [],
    isOn: true,
    secret: KEY,
    ...over,
  });
  const add = async (over: Partial<SpeechProviderFields> = {}) =>
    (await ask<{ id: number }>(speechApi.add.path, fields(over))).data!.id;
  const settings = async () => (await ask<SpeechSettings>(speechApi.settings.path)).data!;
  return { tenantId, owner, ask, fields, add, settings };
}
async function local(serve: () => Promise<LocalProvider>): Promise<LocalProvider> {
  const provider = await serve();
  onTestFinished(provider.close);
  return provider;
}
const change = (
  { use: _use, channel: _channel, hasSecret: _has, secretEnd: _end, ...rest }: SpeechProvider,
  over: object = {},
) => ({ ...rest, secret: '', ...over });
const never = new AbortController().signal;

describe('settings', () => {
  test('[FLOW-12] providers are listed by use in their order, and put into another', async () => {
    const { ask, add, settings } = await aHouse();
    const [first, second] = [await add(), await add({ channel: SpeechChannel.provider6, name: 'Our own' })];
    const voice = await add({
      use: 'voice',
      channel: SpeechChannel.elevenLabsCompatible,
      protocol: 'elevenlabs',
      voices: [{ language: 'es', voice: 'Lucía' }],
      languages: ['es', 'en'],
    });
    expect((await settings()).providers.map(({ id }) => id)).toEqual([voice, first, second]);
    expect((await ask(speechApi.order.path, { use: 'brain', ids: [second, first] })).code).toBe(0);
    expect((await settings()).providers.map(({ id }) => id)).toEqual([voice, second, first]);
    expect((await settings()).providers[0]).toMatchObject({
      use: 'voice',
      channel: 5,
      voices: [{ language: 'es', voice: 'Lucía' }],
      languages: ['es', 'en'],
      hasSecret: true,
      isOn: true,
    });
    for (const ids of [[second], [second, second], [second, first, voice], [second, 999_999_999]])
      expect((await ask(speechApi.order.path, { use: 'brain', ids })).code).toBe(404);
    expect((await ask(speechApi.delete.path, { id: second })).code).toBe(0);
    expect((await settings()).providers.map(({ id }) => id)).toEqual([voice, first]);
  });

  test('[FLOW-12] the discarded channel, this machine’s own, and protocols a channel does not speak are refused; one channel is one row', async () => {
    const { ask, fields, add } = await aHouse();
    const code = async (over: object) => (await ask(speechApi.add.path, { ...fields(), ...over })).code;
    expect(
      await Promise.all([
        code({ channel: 1 }),
        code({ channel: 2 }),
        code({ channel: 15 }),
        code({ channel: 4 }),
        code({ channel: 4, protocol: 'deepgram' }),
        code({ use: 'recognition', channel: 5, protocol: 'elevenlabs' }),
        code({ use: 'voice', protocol: 'whisper' }),
      ]),
    ).toEqual(Array(7).fill(400));
    expect(
      await Promise.all([
        code({ address: 'ftp://x.example' }),
        code({ address: 'https://a:b@x.example/v1' }),
        code({ address: 'https://x.example/v1?key=1' }),
        code({ secret: 'two\nlines' }),
        code({ languages: ['en', 'en'] }),
        code({ languages: ['xx'] }),
      ]),
    ).toEqual(Array(6).fill(400));
    await add();
    expect(await code({})).toBe(failures.speechChannelTaken.code);
    expect(await code({ use: 'recognition', protocol: 'whisper' })).toBe(0);
  });

  test('[FLOW-12] without leave for private addresses only encrypted ones are taken, and this network is not called', async () => {
    const { owner, fields } = await aHouse();
    const ask = (path: string, body: object) => strict.ask<any>('POST', path, { token: owner.token, body });
    expect((await ask(speechApi.add.path, fields({ address: 'http://127.0.0.1:9/v1' }))).code).toBe(400);
    for (const [use, channel, protocol] of [
      ['brain', 3, 'openai'],
      ['recognition', 4, 'deepgram'],
      ['voice', 5, 'elevenlabs'],
    ] as const) {
      const { id } = (
        await ask(speechApi.add.path, fields({ use, channel, protocol, address: 'https://127.0.0.1:9/v1' }))
      ).data;
      expect((await ask(speechApi.test.path, { id, use })).data).toMatchObject({
        trouble: 'refused',
        firstByteMs: null,
      });
    }
  });

  test('[FLOW-12] a key goes in and never comes out: not in an answer, a log, or the table', async () => {
    const { tenantId, ask, add, settings } = await aHouse();
    const secret = 'sk-very-secret-0123456789-wxyz';
    const id = await add({ secret });
    await add({ secret: 'short', channel: SpeechChannel.provider7 });
    await add({ secret: '', channel: SpeechChannel.provider8 });
    const [row] = (await settings()).providers as [SpeechProvider];
    await ask(speechApi.update.path, change(row, { model: 'model-2' }));
    const provider = await local(openAiServer);
    const failed = await ask(speechApi.update.path, change({ ...row, version: 2 }, { address: provider.address }));
    expect(failed.code).toBe(failures.speechKeyNeeded.code);
    const answers = [await ask(speechApi.settings.path), await ask(speechApi.test.path, { id, use: 'brain' }), failed];
    const kept = await db.everyTenant('look', async (tx) => [
      (await sql`select * from speech_provider where tenant_id = ${tenantId}`.execute(tx.as())).rows,
      (await sql`select * from operation_log where tenant_id = ${tenantId}`.execute(tx.as())).rows,
    ]);
    for (const words of [JSON.stringify(answers), JSON.stringify(kept)]) {
      for (const part of [secret, secret.slice(0, 8), 'very-secret', 'short']) expect(words).not.toContain(part);
      expect(words).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16));
    }
    expect(JSON.stringify(answers)).not.toMatch(/sealed/);
    expect((await settings()).providers.map(({ hasSecret, secretEnd }) => [hasSecret, secretEnd])).toEqual([
      [true, 'wxyz'],
      [true, ''],
      [false, ''],
    ]);
    expect(kept[1]!.length).toBeGreaterThanOrEqual(5);
  });

  test('[FLOW-12] a kept key goes nowhere else: another address needs it again; who changed second is told', async () => {
    const { ask, add, settings } = await aHouse();
    await add();
    const [row] = (await settings()).providers as [SpeechProvider];
    expect((await ask(speechApi.update.path, change(row, { address: 'https://thief.example/v1' }))).code).toBe(
      failures.speechKeyNeeded.code,
    );
    expect((await ask(speechApi.update.path, change(row, { address: 'https://api.example/v2' }))).code).toBe(0);
    expect((await ask(speechApi.update.path, change(row, { model: 'late' }))).code).toBe(failures.conflict.code);
    expect(
      (
        await ask(
          speechApi.update.path,
          change(
            { ...row, version: row.version + 1 },
            { address: 'https://other.example/v1', secret: 'sk-another-one-0000' },
          ),
        )
      ).code,
    ).toBe(0);
    expect((await settings()).providers[0]).toMatchObject({ address: 'https://other.example/v1', secretEnd: '0000' });
    expect(
      (await ask(speechApi.update.path, change({ ...row, version: row.version + 2 }, { protocol: 'deepgram' }))).code,
    ).toBe(400);
  });

  test('[FLOW-12] another tenant reaches neither a provider nor its key', async () => {
    const provider = await local(openAiServer);
    const [mine, theirs] = [await aHouse(), await aHouse()];
    const id = await mine.add({ address: provider.address });
    const [row] = (await mine.settings()).providers as [SpeechProvider];
    expect((await theirs.settings()).providers).toEqual([]);
    for (const [path, body] of [
      [speechApi.test.path, { id, use: 'brain' }],
      [speechApi.update.path, change(row)],
      [speechApi.delete.path, { id }],
      [speechApi.order.path, { use: 'brain', ids: [id] }],
    ] as const)
      expect((await theirs.ask(path, body)).code).toBe(404);
    expect(provider.asked).toEqual([]);
    // Even the sealed key itself, in a row of another tenant, opens for nobody.
    await db.everyTenant('a thief inside', (tx) =>
      sql`insert into speech_provider (tenant_id, use, channel, position, protocol, address, sealed) select ${theirs.tenantId}, use, channel, position, protocol, address, sealed from speech_provider where id = ${id}`.execute(
        tx.as(),
      ),
    );
    const [stolen] = (await theirs.settings()).providers as [SpeechProvider];
    expect(stolen).toMatchObject({ hasSecret: false, secretEnd: '' });
    expect((await theirs.ask<SpeechTest>(speechApi.test.path, { id: stolen.id, use: 'brain' })).data).toMatchObject({
      trouble: 'refused',
    });
    expect(provider.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test('[FLOW-12] whoever lacks the function sees and does nothing', async () => {
    const { tenantId } = await aHouse();
    const agent = await aMember(db, tenantId);
    // How far the voice is, everybody may know: whoever speaks a sound or tests a flow waits for it.
    const { kit: _everybodys, ...guarded } = speechApi;
    for (const { path } of Object.values(guarded))
      expect((await server.ask('POST', path, { token: agent.token, body: {} })).code).toBe(403);
  });
});

describe('trying a provider', () => {
  const tryOne = async (serve: () => Promise<LocalProvider>, over: Partial<SpeechProviderFields>, language = 'en') => {
    const [provider, house] = [await local(serve), await aHouse()];
    const id = await house.add({ ...over, address: provider.address });
    const { data } = await house.ask<SpeechTest>(speechApi.test.path, { id, use: over.use ?? 'brain', language });
    return { data: data!, provider };
  };

  test('[FLOW-12] a voice is heard: a WAV of its sentence, with the time to its first sound', async () => {
    const { data, provider } = await tryOne(
      elevenLabsServer,
      { use: 'voice', channel: SpeechChannel.elevenLabsCompatible, protocol: 'elevenlabs' },
      'es',
    );
    expect(data).toMatchObject({ trouble: null, said: 'Hola. Esta es una prueba de la voz.' });
    expect(data.firstByteMs).toBeLessThanOrEqual(data.totalMs);
    expect(Buffer.from(data.wav, 'base64').toString('latin1', 0, 4)).toBe('RIFF');
    expect(Buffer.from(data.wav, 'base64').length).toBe(44 + 8 * 2_400 * 2);
    expect(provider.asked).toHaveLength(1);
  });

  test('[FLOW-12] a recogniser hears a phrase of ours', async () => {
    for (const [serve, over] of [
      [deepgramServer, { channel: SpeechChannel.deepgramCompatible, protocol: 'deepgram' }],
      [whisperServer, { protocol: 'whisper' }],
      [openAiServer, { protocol: 'openai' }],
    ] as const) {
      const { data, provider } = await tryOne(serve, { use: 'recognition', ...over });
      expect(data).toMatchObject({
        trouble: null,
        said: 'Thank you for your message.',
        firstByteMs: expect.any(Number),
      });
      expect(provider.asked).toHaveLength(1);
    }
  });

  test('[FLOW-12] a model is asked a question, and trouble is said by its name', async () => {
    const { data, provider } = await tryOne(openAiServer, {});
    expect(data).toMatchObject({ trouble: null, said: 'When is the office open?' });
    expect(JSON.parse(provider.asked[0]!.body.toString())).toMatchObject({ model: 'model-1', stream: true });
    const wrong = await tryOne(openAiServer, { secret: 'wrong' });
    expect(wrong.data).toMatchObject({ trouble: 'refused', firstByteMs: null });
  });

  test('[FLOW-12] this machine is tried like the others', async () => {
    const { ask } = await aHouse();
    own.brain.answers('From nine to five.');
    expect((await ask<SpeechTest>(speechApi.test.path, { use: 'brain' })).data).toMatchObject({
      trouble: null,
      text: 'From nine to five.',
    });
    expect((await ask<SpeechTest>(speechApi.test.path, { use: 'voice' })).data).toMatchObject({
      trouble: null,
      said: 'Hello. This is a test of the voice.',
    });
    own.recognizer.hears('Thank you');
    expect((await ask<SpeechTest>(speechApi.test.path, { use: 'recognition' })).data).toMatchObject({
      trouble: null,
      text: 'Thank you',
    });
  });
});

describe('the speech of a tenant', () => {
  const recognize = async (recognizer: { open: typeof own.recognizer.open }, sound: Int16Array) => {
    const turn = recognizer.open({ languages: ['en'], phrases: [] });
    turn.write(sound);
    return (await turn.finish()).text;
  };

  test('[FLOW-12] the tenant’s providers come first, this machine last; who worked is told with its time', async () => {
    const { tenantId, add } = await aHouse();
    const [deepgram, eleven, model] = [
      await local(deepgramServer),
      await local(elevenLabsServer),
      await local(openAiServer),
    ];
    await add({
      use: 'recognition',
      channel: SpeechChannel.deepgramCompatible,
      protocol: 'deepgram',
      address: deepgram.address,
    });
    await add({
      use: 'voice',
      channel: SpeechChannel.elevenLabsCompatible,
      protocol: 'elevenlabs',
      address: eleven.address,
    });
    await add({ address: model.address });
    const used: SpeechUsed[] = [];
    const mine = await speech.of(tenantId, (one) => used.push(one));
    expect(await recognize(mine.recognizer('en'), soundOf('good morning'))).toBe('good morning');
    let samples = 0;
    const say = (text: string) =>
      mine
        .voice('en')
        .speak({ text, language: 'en', voice: null, speed: 1 }, (piece) => (samples += piece.length), never);
    await say('Hello there');
    expect(samples).toBe(4_800);
    let words = '';
    for await (const piece of mine
      .brain()
      .answer({ goal: '', knowledge: '', language: 'en', tools: [], turns: [{ by: 'caller', text: 'hours' }] }, never))
      if (piece.type === 'words') words += piece.text;
    expect(words).toBe('We open at nine — every day.');
    deepgram.fault = 'busy';
    eleven.fault = 'refused';
    own.recognizer.hears('heard here');
    expect(await recognize(mine.recognizer('en'), soundOf('good evening'))).toBe('heard here');
    await say('Hello there');
    expect(used.map(({ use, provider }) => `${use} ${provider}`)).toEqual([
      'recognition deepgram:4',
      'voice elevenlabs:5',
      'brain openai:3',
      'recognition own recognizer',
      'voice own voice',
    ]);
    expect(used.every(({ firstByteMs }) => firstByteMs >= 0)).toBe(true);
  });

  test('[FLOW-12] only those that know a language are asked; changes are felt by the next conversation; off is off', async () => {
    const { tenantId, add, settings, ask } = await aHouse();
    await add({ use: 'voice', channel: SpeechChannel.elevenLabsCompatible, protocol: 'elevenlabs', languages: ['es'] });
    const before = await speech.of(tenantId);
    expect([
      before.voice('es').name,
      before.voice('en').name,
      before.voice('ko').name,
      before.recognizer('es').name,
    ]).toEqual(['elevenlabs:5 > own voice', 'own voice', '', '']);
    const [row] = (await settings()).providers as [SpeechProvider];
    await ask(speechApi.update.path, change(row, { isOn: false }));
    expect([(await speech.of(tenantId)).voice('es').name, before.voice('es').name]).toEqual([
      'own voice',
      'elevenlabs:5 > own voice',
    ]);
    await expect(
      before.voice('ko').speak({ text: '안녕', language: 'ko', voice: null, speed: 1 }, () => {}, never),
    ).rejects.toMatchObject({ reason: 'absent' });
  });

  test('[FLOW-12] what one tenant’s voice has spoken is never taken for another’s, nor for what it was before its settings changed', async () => {
    const [one, other] = [await aHouse(), await aHouse()];
    const provider = {
      use: 'voice',
      channel: SpeechChannel.elevenLabsCompatible,
      protocol: 'elevenlabs',
      languages: ['es'],
    } satisfies Partial<SpeechProviderFields>;
    await one.add(provider);
    await other.add(provider);
    const timbre = async ({ tenantId }: { tenantId: number }) => (await speech.of(tenantId)).voice('es').timbre;
    const before = await timbre(one);
    expect(before).not.toBe(await timbre(other));
    const [row] = (await one.settings()).providers as [SpeechProvider];
    await one.ask(speechApi.update.path, change(row, { voices: [{ language: 'es', voice: 'Lupe' }] }));
    expect(await timbre(one)).not.toBe(before);
    expect((await speech.of(one.tenantId)).voice('en').timbre).toBe('own voice');
  });

  test('[FLOW-12] a flow that chose is heard, spoken and answered for by its choice first, then by the team’s order; one that is gone is as if nobody had chosen', async () => {
    const { tenantId, add, settings, ask } = await aHouse();
    const eleven = await local(elevenLabsServer);
    await add({ use: 'voice', channel: SpeechChannel.openaiCompatible, protocol: 'openai' });
    const chosen = await add({
      use: 'voice',
      channel: SpeechChannel.elevenLabsCompatible,
      protocol: 'elevenlabs',
      address: eleven.address,
      voices: [{ language: 'en', voice: 'Ann' }],
    });
    await add({ channel: SpeechChannel.openaiCompatible });
    await add({ channel: SpeechChannel.provider6 });
    const choice = {
      voice: SpeechChannel.elevenLabsCompatible,
      voices: { en: 'Lucía' },
      recognition: SpeechChannel.builtIn,
      brain: SpeechChannel.provider6,
    };
    const mine = await speech.of(tenantId, undefined, choice);
    expect([mine.voice('en').name, mine.recognizer('en').name, mine.brain().name, mine.model()?.name]).toEqual([
      'elevenlabs:5(en=Lucía) > openai:3 > own voice',
      'own recognizer',
      'openai:6 > openai:3 > own brain',
      'openai:6 > openai:3',
    ]);
    await mine.voice('en').speak({ text: 'Hello', language: 'en', voice: null, speed: 1 }, () => {}, never);
    expect(eleven.asked[0]!.path).toContain(encodeURIComponent('Lucía'));
    const teams = await speech.of(tenantId);
    expect([teams.voice('en').name, teams.brain().name]).toEqual([
      'openai:3 > elevenlabs:5 > own voice',
      'openai:3 > openai:6 > own brain',
    ]);
    const row = (await settings()).providers.find(({ id }) => id === chosen)!;
    await ask(speechApi.update.path, change(row, { isOn: false }));
    expect((await speech.of(tenantId, undefined, choice)).voice('en').name).toBe('openai:3 > own voice');
    expect((await speech.of((await aHouse()).tenantId)).model()).toBeNull();
  });

  test('[FLOW-12] what is known about a provider outlives a conversation', async () => {
    const { tenantId, add } = await aHouse();
    const model = await local(openAiServer);
    model.fault = 'busy';
    await add({ address: model.address });
    for (let time = 0; time < 5; time++)
      for await (const _piece of (await speech.of(tenantId))
        .brain()
        .answer({ goal: '', knowledge: '', language: 'en', tools: [], turns: [] }, never))
        void _piece;
    expect(model.asked).toHaveLength(3);
  });

  test('[FLOW-11] until this machine has its models, speech is told by loudness', async () => {
    const { tenantId } = await aHouse();
    state = { at: 'missing' };
    expect((await speech.of(tenantId)).detector.name).toBe('energy');
    state = { at: 'ready' };
    expect((await speech.of(tenantId)).detector.name).toBe('own detector');
  });
});

test('[FLOW-12] how far this machine’s own speech is, is pushed while it is prepared', async () => {
  state = { at: 'missing' };
  prepared = Promise.withResolvers();
  const { tenantId, ask, settings } = await aHouse();
  expect((await settings()).embedded).toEqual({
    at: 'missing',
    hears: ['en'],
    hearsPhrases: ['id'],
    speaks: ['en', 'es'],
  });
  expect((await ask(speechApi.prepare.path)).data).toMatchObject({ at: 'fetching' });
  const pushed = async () =>
    (
      await db.everyTenant('look', (tx) =>
        sql<{
          body: EmbeddedSpeechState;
        }>`select body from realtime_event where tenant_id = ${tenantId} and kind = ${SPEECH_EMBEDDED} order by seq`.execute(
          tx.as(),
        ),
      )
    ).rows.map(({ body }) => body);
  await expect.poll(pushed).toEqual([{ at: 'fetching', doneBytes: 0, totalBytes: 100 }]);
  state = { at: 'fetching', doneBytes: 60, totalBytes: 100 };
  await expect.poll(pushed).toHaveLength(2);
  state = { at: 'ready' };
  prepared.resolve();
  await expect
    .poll(pushed)
    .toEqual([
      { at: 'fetching', doneBytes: 0, totalBytes: 100 },
      { at: 'fetching', doneBytes: 60, totalBytes: 100 },
      { at: 'ready' },
    ]);
});

test('[FLOW-11] whoever first needs this machine’s voice has it fetched, and everybody of the team is told how far it is', async () => {
  state = { at: 'missing' };
  prepared = Promise.withResolvers();
  const wanted: number[] = [];
  const { tenantId } = await aHouse();
  const agent = await aMember(db, tenantId);
  const needing = openSpeech(server.world, embedded, async (tenant) => void wanted.push(tenant));
  const { voice } = await needing.of(tenantId);
  expect(wanted).toEqual([]);
  await voice('en').speak(
    { text: 'Hello', language: 'en', voice: null, speed: 1 },
    () => {},
    AbortSignal.timeout(5_000),
  );
  expect(wanted).toEqual([tenantId]);
  state = { at: 'ready' };
  const ready = await needing.of(tenantId);
  await ready
    .voice('en')
    .speak({ text: 'Hello', language: 'en', voice: null, speed: 1 }, () => {}, AbortSignal.timeout(5_000));
  expect(wanted).toEqual([tenantId]);
  const kit = await server.ask('POST', speechApi.kit.path, { token: agent.token, body: {} });
  expect(kit).toMatchObject({ code: 0, data: { at: 'ready' } });
});

test('[FLOW-11] what could not be fetched is tried again when somebody needs it, and not all the time', async () => {
  const clock = handClock(0);
  let tries = 0;
  let now: EmbeddedSpeechState = { at: 'missing' };
  const offline: EmbeddedSpeech = {
    ...embedded,
    state: () => now,
    async prepare() {
      tries += 1;
      now = { at: 'unavailable', why: 'no way out' };
    },
  };
  const watch = openEmbeddedWatch({ ...server.world, clock }, offline);
  const tenantId = await aTenant(db);
  const wants = async () => {
    void watch.want(tenantId);
    await Promise.resolve();
    await new Promise(setImmediate);
    return tries;
  };
  expect(await wants()).toBe(1);
  expect(await wants()).toBe(1);
  clock.turn(60_000);
  expect(await wants()).toBe(2);
  watch.stop();
});
