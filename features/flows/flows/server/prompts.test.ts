import { afterAll, expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { sql } from 'kysely';
import { aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { keepPrompt, keptPrompt, promptsOf } from './index.ts';
import { forgetPromptsJob } from './prompts.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

test('[FLOW-11] sentences that are the same for everybody can be spoken beforehand; sounds, values and languages nobody speaks cannot', () => {
  const say = (words: Record<string, string>, sounds = {}) => ({
    kind: 'say',
    settings: { spoken: { words, sounds } },
  });
  const flow = aFlow(
    {
      a: say({ en: ' Hello ', es: 'Hola', fr: 'Salut' }),
      b: say({ en: 'Hello', es: 'Buenas {{name}}' }),
      c: say({ en: 'Tune' }, { en: 4 }),
      d: {
        kind: 'listen',
        settings: { spoken: { words: { es: '¿Sí?' }, sounds: {} }, again: { words: { en: 'Again?' }, sounds: {} } },
      },
    },
    [],
    { languages: ['en', 'es'] },
  );
  expect(promptsOf(flow)).toEqual([
    { text: 'Hello', language: 'en' },
    { text: 'Hola', language: 'es' },
    { text: '¿Sí?', language: 'es' },
    { text: 'Again?', language: 'en' },
  ]);
});

test('[FLOW-11] a sentence is kept once for its words, language and voice, and forgotten when nobody was told it for long', async () => {
  const tenantId = await aTenant(db);
  const key = { text: 'Hello', language: 'en', voice: 'espeak en' } as const;
  const find = (wish: Parameters<typeof keptPrompt>[1] = key) => db.tenant({ tenantId }, (tx) => keptPrompt(tx, wish));
  expect(await find()).toBeNull();
  const fileId = await keepPrompt(server.world, tenantId, key, new Uint8Array([1, 2, 3]));
  expect(await keepPrompt(server.world, tenantId, key, new Uint8Array([4]))).toBe(fileId);
  expect([
    await find(),
    await find({ ...key, text: ' Hello ' }),
    await find({ ...key, language: 'es' }),
    await find({ ...key, voice: 'other' }),
  ]).toEqual([fileId, fileId, null, null]);
  const age = (days: number) =>
    db.everyTenant('time passes', (tx) =>
      sql`update flow_prompt set used_at = now() - ${days} * interval '1 day' where tenant_id = ${tenantId}`.execute(
        tx.as(),
      ),
    );
  await age(80);
  await find();
  await forgetPromptsJob(server.world).run({} as never);
  expect(await find()).toBe(fileId);
  await age(91);
  await forgetPromptsJob(server.world).run({} as never);
  expect(await find()).toBeNull();
});
