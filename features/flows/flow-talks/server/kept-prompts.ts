import { joinedSamples } from '#core/sound/joined-samples.ts';
import { buffer } from 'node:stream/consumers';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { wavSamples } from '#core/sound/wav-samples.ts';
import type { Speech, SpeechChoice } from '#core/speech/speech.port.ts';
import { sentencesOf } from '#core/voice/sentences.ts';
import { openFile } from '#features/office/files/server/index.ts';
import { flowVersion, keepPrompt, keptPrompt, promptsOf } from '#features/flows/flows/server/index.ts';
import type { World } from '#platform/server/world.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Sentences that were spoken before anybody called; null for one that was not. */
export interface KeptPrompts {
  find(tenantId: number, voice: string, language: CustomerLanguage, text: string): Promise<Int16Array | null>;
  /** Speaks every sentence of a version that is the same for everybody, unless it was before. */
  speak(order: { tenantId: number; flowId: number; version: number }): Promise<void>;
}

export function openKeptPrompts(world: Pick<World, 'db' | 'files' | 'log'>, speech: Speech): KeptPrompts {
  const { db, log } = world;

  async function find(
    tenantId: number,
    voice: string,
    language: CustomerLanguage,
    text: string,
  ): Promise<Int16Array | null> {
    const fileId = await db.tenant({ tenantId }, (tx) => keptPrompt(tx, { text, language, voice }));
    if (fileId === null) return null;
    return wavSamples(await buffer((await openFile(world, { tenantId }, fileId)).content))?.samples ?? null;
  }

  async function speakOne(
    tenantId: number,
    choice: SpeechChoice | undefined,
    language: CustomerLanguage,
    text: string,
  ): Promise<void> {
    const voice = (await speech.of(tenantId, undefined, choice)).voice(language);
    const timbre = voice.timbre ?? voice.name;
    if (await db.tenant({ tenantId }, (tx) => keptPrompt(tx, { text, language, voice: timbre }))) return;
    const pieces: Int16Array[] = [];
    const spoken = await voice.speak(
      { text, language, voice: null, speed: 1 },
      (samples) => void pieces.push(samples.slice()),
      new AbortController().signal,
    );
    if (pieces.length > 0 && spoken !== 'substitute')
      await keepPrompt(
        world,
        tenantId,
        { text, language, voice: timbre },
        pcmWav(joinedSamples(pieces), { rate: SAMPLE_RATE, channels: 1 }),
      );
  }

  return {
    find,
    async speak({ tenantId, flowId, version }) {
      const found = await db.tenant({ tenantId }, (tx) => flowVersion(tx, flowId, version));
      for (const { text, language } of found ? promptsOf(found.flow) : []) {
        for (const sentence of sentencesOf(text)) {
          // It is spoken when somebody calls; nothing is lost but a moment.
          await speakOne(tenantId, found?.flow.speech, language, sentence).catch((problem: unknown) =>
            log.warn({ err: problem, flowId }, 'a sentence of a flow was not spoken ahead'),
          );
        }
      }
    },
  };
}
