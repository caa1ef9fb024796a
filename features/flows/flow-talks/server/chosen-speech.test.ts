import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Speech, SpeechChoice } from '#core/speech/speech.port.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openKeptPrompts } from './kept-prompts.ts';
import { aLine, anAsk, aTalkHouse, someHands } from './talks.fixture.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

/** Speech that remembers who was wished for. */
function remembering() {
  const chosen: (SpeechChoice | undefined)[] = [];
  const fake = fakeSpeech();
  const speech: Speech = { of: (tenantId, onUsed, choice) => (chosen.push(choice), fake.of(tenantId, onUsed)) };
  return { speech, chosen, fake };
}
const speech = {
  recognition: null,
  voice: SpeechChannel.elevenLabsCompatible,
  voices: { en: 'Lucía' },
  brain: SpeechChannel.provider6,
};
const flow = {
  ...aFlow({ bye: { kind: 'hangUp', settings: { spoken: { words: { en: 'Goodbye.' }, sounds: {} } } } }, [
    'start next bye',
  ]),
  speech,
};

test('[FLOW-12] a conversation by text or by voice is held with the speech its flow chose', async () => {
  const { speech: wished, chosen } = remembering();
  const { talks } = aTalkHouse(db, { speech: wished });
  const tenantId = await aTenant(db);
  await talks.beginText(anAsk(tenantId, flow));
  await talks.beginVoice(anAsk(tenantId, flow), aLine().stream, someHands());
  expect(chosen).toEqual([speech, speech]);
  await talks.stop();
});

test('[FLOW-12] sentences spoken at publishing are spoken by the voice the flow chose', async () => {
  const { speech: wished, chosen, fake } = remembering();
  const tenantId = await aTenant(db);
  const { rows } = await db.everyTenant('a flow', (tx) =>
    sql<{
      id: number;
    }>`insert into flow (tenant_id, name, draft, published_version) values (${tenantId}, 'Desk', '{}', 1) returning id`.execute(
      tx.as(),
    ),
  );
  await db.everyTenant('a flow', (tx) =>
    sql`insert into flow_version (tenant_id, flow_id, version, flow) values (${tenantId}, ${rows[0]!.id}, 1, ${JSON.stringify(flow)}::jsonb)`.execute(
      tx.as(),
    ),
  );
  const prompts = openKeptPrompts(server.world, wished);
  await prompts.speak({ tenantId, flowId: rows[0]!.id, version: 1 });
  expect(chosen).toEqual([speech]);
  expect(await prompts.find(tenantId, fake.voice.name, 'en', 'Goodbye.')).not.toBeNull();
});
