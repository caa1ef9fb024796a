import { afterAll, expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { wavSamples } from '#core/sound/wav-samples.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import { soundsApi } from '../contract.ts';
import { sounds, soundSamples } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const codeOf = (name: FailureName) => failures[name].code;
const anEditor = async (wishes: Parameters<typeof aMember>[2] = {}, tenantId?: number) =>
  aMember(db, tenantId ?? (await aTenant(db)), {
    functions: ['sounds.view', 'sounds.edit', 'flows.view', 'flows.edit'],
    name: 'Sofía',
    ...wishes,
  });
const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/sound/v1/${path}`, { token: who.token, body });

/** A tone of so many hertz at a rate. */
const tone = (hz: number, rate: number, seconds = 0.5) =>
  Int16Array.from({ length: Math.round(rate * seconds) }, (_, n) => 12_000 * Math.sin((2 * Math.PI * hz * n) / rate));

async function send(who: Member, path: 'upload' | 'replace', fields: Record<string, string>, bytes: Uint8Array) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([bytes as never], 'sound.wav'));
  const request = new Request('http://openseat.test', { method: 'POST', body: form });
  const answer = await server.built.http.inject({
    method: 'POST',
    url: soundsApi[path].path,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json() as { code: number; data: { id: number }; msg: string };
}
const listenTo = async (who: Member, id: number) => {
  const answer = await server.built.http.inject({
    url: soundsApi.listen.path.replace('{id}', String(id)),
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { answer, sound: answer.statusCode === 200 ? wavSamples(answer.rawPayload) : null };
};
/** How loud one pitch is, away from the edges (Goertzel). */
function loudness(samples: Int16Array, hz: number): number {
  const middle = samples.subarray(400, samples.length - 400);
  let [re, im] = [0, 0];
  middle.forEach((sample, n) => {
    re += sample * Math.cos((2 * Math.PI * hz * n) / 8_000);
    im += sample * Math.sin((2 * Math.PI * hz * n) / 8_000);
  });
  return (2 * Math.hypot(re, im)) / middle.length;
}

test.each([
  [44_100, 2],
  [48_000, 1],
  [16_000, 1],
  [11_025, 2],
  [8_000, 1],
])('[CC-06] a sound of %i Hz with %i channels is kept as the exchange plays it', async (rate, channels) => {
  const sofia = await anEditor();
  const mono = tone(1_000, rate);
  const samples = channels === 1 ? mono : Int16Array.from({ length: mono.length * 2 }, (_, n) => mono[n >> 1]!);
  const { code, data } = await send(sofia, 'upload', { name: 'Ding' }, pcmWav(samples, { rate, channels }));
  expect(code).toBe(0);
  expect((await ask(sofia, 'list')).data).toMatchObject({
    total: 1,
    list: [{ id: data.id, name: 'Ding', durationMs: 500, uses: 0, updatedBy: 'Sofía' }],
  });
  const { answer, sound } = await listenTo(sofia, data.id);
  expect(answer.headers['content-type']).toBe('audio/wav');
  expect(sound).toMatchObject({ rate: 8_000 });
  expect(loudness(sound!.samples, 1_000)).toBeGreaterThan(11_500);
  expect(await soundSamples(server.world, sofia.tenantId, data.id)).toEqual(sound!.samples);
});

test('[CC-06] what is too high for a telephone goes, and does not come back as another tone', async () => {
  const sofia = await anEditor();
  const { data } = await send(
    sofia,
    'upload',
    { name: 'Whistle' },
    pcmWav(tone(6_000, 48_000), { rate: 48_000, channels: 1 }),
  );
  const { sound } = await listenTo(sofia, data.id);
  expect(loudness(sound!.samples, 2_000)).toBeLessThan(40);
});

test('[CC-06] what is no sound is refused: other files, empty ones, endless ones', async () => {
  const sofia = await anEditor();
  expect((await send(sofia, 'upload', { name: 'Text' }, Buffer.from('hello'))).code).toBe(codeOf('fileTypeRefused'));
  expect(
    (await send(sofia, 'upload', { name: 'Empty' }, pcmWav(new Int16Array(), { rate: 8_000, channels: 1 }))).code,
  ).toBe(codeOf('soundUnreadable'));
  expect(
    (await send(sofia, 'upload', { name: 'Long' }, pcmWav(new Int16Array(8_000 * 601), { rate: 8_000, channels: 1 })))
      .code,
  ).toBe(codeOf('soundTooLong'));
  expect((await send(sofia, 'upload', { name: '' }, pcmWav(tone(440, 8_000), { rate: 8_000, channels: 1 }))).code).toBe(
    400,
  );
  expect((await ask(sofia, 'list')).data.total).toBe(0);
});

test('[CC-06] a sound is replaced and renamed; flows that play it keep it from being deleted, and say so', async () => {
  const sofia = await anEditor();
  const wav = (hz: number) => pcmWav(tone(hz, 8_000), { rate: 8_000, channels: 1 });
  const {
    data: { id },
  } = await send(sofia, 'upload', { name: 'Ding', remark: 'old' }, wav(440));
  expect((await send(sofia, 'upload', { name: 'Ding' }, wav(440))).code).toBe(codeOf('nameTaken'));
  const flow = { token: sofia.token };
  const { data: made } = await server.ask('POST', '/cc/api/ivrFlow/v1/add', { ...flow, body: { name: 'Reception' } });
  const playing = aFlow({ hello: { kind: 'say', settings: { spoken: { words: {}, sounds: { en: id } } } } }, [
    'start next hello',
  ]);
  expect(
    (
      await server.ask('POST', '/cc/api/ivrFlow/v1/update', {
        ...flow,
        body: { id: made.id, draftVersion: 1, flow: playing },
      })
    ).code,
  ).toBe(0);
  expect((await ask(sofia, 'uses', { id })).data).toEqual([{ kind: 'flow', id: made.id, name: 'Reception' }]);
  expect((await ask(sofia, 'list')).data.list[0].uses).toBe(1);
  expect(await ask(sofia, 'delete', { id })).toMatchObject({ code: codeOf('soundInUse'), msg: 'Reception' });
  expect((await send(sofia, 'replace', { id: String(id) }, wav(880))).code).toBe(0);
  expect(loudness((await listenTo(sofia, id)).sound!.samples, 880)).toBeGreaterThan(11_500);
  expect((await ask(sofia, 'update', { id, name: 'Dong', remark: '' })).code).toBe(0);
  await server.ask('POST', '/cc/api/ivrFlow/v1/delete', { ...flow, body: { id: made.id } });
  expect((await ask(sofia, 'delete', { id })).code).toBe(0);
  expect((await listenTo(sofia, id)).answer.statusCode).toBe(404);
});

test('[CC-06] readers listen and change nothing; another tenant hears nothing', async () => {
  const sofia = await anEditor();
  const ana = await anEditor({ functions: ['sounds.view'], name: 'Ana' }, sofia.tenantId);
  const noor = await anEditor();
  const wav = pcmWav(tone(440, 8_000), { rate: 8_000, channels: 1 });
  const {
    data: { id },
  } = await send(sofia, 'upload', { name: 'Ding' }, wav);
  expect((await listenTo(ana, id)).answer.statusCode).toBe(200);
  expect((await ask(ana, 'delete', { id })).code).toBe(403);
  expect((await listenTo(noor, id)).answer.statusCode).toBe(404);
  expect((await send(noor, 'replace', { id: String(id) }, wav)).code).toBe(404);
});

const humming = (fails?: SpeechFailure): Voice => ({
  name: 'humming',
  can: { languages: ['en'], isStreaming: true },
  close: async () => {},
  async speak({ text }, onSamples) {
    if (fails) throw fails;
    for (const [place] of [...text].entries()) onSamples(tone(300 + place, 8_000, 0.02));
  },
});
const spokenBy = (voice: Voice) => sounds(server.world, async () => voice).routes;
const wish = { text: 'Hello', language: 'en', voice: null, speed: 1 };

test('[CC-06] a voice speaks a text: listened to first, then kept as a sound', async () => {
  const sofia = await anEditor();
  const [speak, synthesize] = ['speak', 'synthesize'].map((name) =>
    spokenBy(humming()).find((route) => route.name === name)!,
  );
  const preview = (await synthesize!.handle(sofia.caller(), wish)) as { body: Buffer };
  expect(wavSamples(preview.body)!.samples).toHaveLength(5 * 160);
  const { id } = (await speak!.handle(sofia.caller({ module: 'sounds', action: 'speak' }), {
    ...wish,
    name: 'Hello',
    remark: '',
  })) as { id: number };
  expect((await ask(sofia, 'list')).data.list).toMatchObject([
    { id, spokenText: 'Hello', language: 'en', voice: 'humming', durationMs: 100 },
  ]);
});

test.each([
  [{ at: 'fetching', doneBytes: 1, totalBytes: 2 } as const, 'voiceComing'],
  [{ at: 'unavailable', why: 'no way out' } as const, 'voiceNotFetched'],
])('[CC-06] a voice this machine has not got yet says what to do: %o', async (kit, failure) => {
  const sofia = await anEditor();
  const absent = async () => humming(new SpeechFailure('absent'));
  const speak = sounds(server.world, absent, () => kit).routes!.find(({ name }) => name === 'synthesize')!;
  await expect((async () => speak.handle(sofia.caller(), wish))()).rejects.toMatchObject({ name: failure });
});

test('[CC-06] without a voice, or with one that fails, nothing is kept and it is said', async () => {
  const sofia = await anEditor();
  expect((await server.ask('POST', soundsApi.synthesize.path, { token: sofia.token, body: wish })).code).toBe(
    codeOf('voiceMissing'),
  );
  const speak = spokenBy(humming(new SpeechFailure('slow'))).find((route) => route.name === 'speak')!;
  await expect(
    (async () => speak.handle(sofia.caller(), { ...wish, name: 'Hello', remark: '' }))(),
  ).rejects.toMatchObject({ name: 'unavailable' });
  expect((await ask(sofia, 'list')).data.total).toBe(0);
});
