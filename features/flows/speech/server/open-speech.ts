import { openTenantSecrets, type TenantSecrets } from '#features/team/agents/server/index.ts';
import { energyDetector } from '#core/speech/energy-detector.ts';
import { brainOf, member, voiceOf, type FallbackTools, type FallbackMember } from '../core/fallback.ts';
import type { Brain } from '#core/speech/brain.port.ts';
import type { SpeechUse } from '#core/speech/protocols.ts';
import { recognizerOf } from '../core/recognizer-fallback.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import type {
  EmbeddedSpeech,
  Speech,
  SpeechChoice,
  SpeechUsed,
  TenantSpeech,
  VoiceArrival,
} from '#core/speech/speech.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { unseal } from '#platform/server/seal.ts';
import type { World } from '#platform/server/world.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { neededSpeech } from './needed-speech.ts';
import { providersRepo, type ProviderRow } from './providers.repo.ts';

/** What a sealed key is for. */
export const SEAL_PURPOSE = 'speech provider';

/** How long the first sign of life may take before the next provider is asked: a caller waits on the line meanwhile. */
const FIRST_BYTE_MS: Record<SpeechUse, number> = { recognition: 3_000, voice: 2_500, brain: 5_000 };
/** Nobody comes after it, and it may share the machine with many calls. */
const EMBEDDED_FIRST_BYTE_MS = 10_000;

const everyLanguage = CustomerLanguage.rows.map(({ code }) => code);

/** A provider, and the channel flows choose it by. */
type Channelled<T> = FallbackMember<T> & { channel: SpeechChannel };
type Providers = { recognition: Channelled<Recognizer>[]; voice: Channelled<Voice>[]; brain: Channelled<Brain>[] };

/** The chosen one before all others, who keep their order. */
const chosenFirst = <T>(
  members: readonly Channelled<T>[],
  channel: SpeechChannel | null | undefined,
): Channelled<T>[] => members.toSorted((a, b) => Number(b.channel === channel) - Number(a.channel === channel));

/** Speaks with other voices than its usual ones; under a name of its own, so that what was spoken ahead is told apart. */
function withVoices(provider: Voice, voices: NonNullable<SpeechChoice['voices']>): Voice {
  const names = Object.entries(voices)
    .filter(([, name]) => name !== '')
    .map(([language, name]) => `${language}=${name}`);
  if (names.length === 0) return provider;
  const named = (name: string): string => `${name}(${names.toSorted().join(',')})`;
  return {
    name: named(provider.name),
    timbre: named(provider.timbre ?? provider.name),
    can: provider.can,
    speak: (ask, onSamples, signal) =>
      provider.speak({ ...ask, voice: ask.voice ?? (voices[ask.language] || null) }, onSamples, signal),
    close: () => provider.close(),
  };
}

/** The account a row describes, with its key. */
export async function accountOf(secrets: TenantSecrets, tenantId: number, row: ProviderRow): Promise<SpeechAccount> {
  const { channel, protocol, address, model, languages, voices, sealed } = row;
  const key =
    sealed === '' ? '' : (unseal(await secrets.derive(tenantId, SEAL_PURPOSE), Buffer.from(sealed, 'base64url')) ?? '');
  return {
    name: `${protocol}:${channel}`,
    protocol,
    address,
    model,
    key,
    languages: languages.length === 0 ? everyLanguage : languages,
    voices: Object.fromEntries(voices.map(({ language, voice }) => [language, voice])),
  };
}

const speaks = <T extends Recognizer | Voice>(
  members: FallbackMember<T>[],
  language: CustomerLanguage,
): FallbackMember<T>[] => members.filter(({ provider }) => provider.can.languages.includes(language));

const withTimbre = (voice: Voice, timbre: string): Voice => ({
  name: voice.name,
  timbre,
  can: voice.can,
  speak: (ask, onSamples, signal) => voice.speak(ask, onSamples, signal),
  close: () => voice.close(),
});

/**
 * The speech of every tenant: its providers in their order, then what this machine does by itself. What is known about a
 * provider (whether it is worth asking) is kept until its settings change.
 */
export function openSpeech(
  { db, clock, speechProvider }: Pick<World, 'db' | 'clock' | 'speechProvider'>,
  embedded: EmbeddedSpeech,
  /** Somebody of this tenant needs this machine's own, which is not there yet; resolves when it is, or will not be for now. */
  wanted: (tenantId: number) => Promise<void> = async () => {},
): Speech & VoiceArrival {
  const secrets = openTenantSecrets(db);
  const tools: FallbackTools = {
    nowMs: () => clock.monotonicMs(),
    later(afterMs, run) {
      const timer = setTimeout(run, afterMs);
      return () => clearTimeout(timer);
    },
    abort: () => new AbortController(),
  };
  const opened = new Map<number, { stamp: string; providers: Providers }>();
  const own = <T>(provider: T): Channelled<T> => ({
    ...member(provider, EMBEDDED_FIRST_BYTE_MS, tools),
    channel: SpeechChannel.builtIn,
  });
  const last = { recognizer: own(embedded.recognizer), voice: own(embedded.voice), brain: own(embedded.brain) };

  /** While it is not there, whoever comes to it has it fetched; that it is not says nothing about it once it is. */
  function lastOf(tenantId: number): typeof last {
    if (embedded.state().at === 'ready') return last;
    const need = (): void => void (embedded.state().at === 'ready' || void wanted(tenantId));
    const { recognizer, voice } = neededSpeech(embedded, need);
    return { ...last, recognizer: own(recognizer), voice: own(voice) };
  }

  async function providersOf(tenantId: number): Promise<Providers> {
    const rows = (await db.tenant({ tenantId }, (tx) => providersRepo(tx).all())).filter(({ isOn }) => isOn);
    const stamp = rows.map(({ id, version }) => `${id}.${version}`).join(' ');
    const known = opened.get(tenantId);
    if (known?.stamp === stamp) return known.providers;
    const providers: Providers = { recognition: [], voice: [], brain: [] };
    for (const row of rows) {
      const account = await accountOf(secrets, tenantId, row);
      const { channel, use } = row;
      const of = <T>(provider: T): Channelled<T> => ({ ...member(provider, FIRST_BYTE_MS[use], tools), channel });
      if (use === 'recognition') providers.recognition.push(of(speechProvider.recognizer(account)));
      // Its settings may have been changed: what was spoken before is another voice's.
      else if (use === 'voice')
        providers.voice.push(of(withTimbre(speechProvider.voice(account), `${account.name} ${row.id}.${row.version}`)));
      else providers.brain.push(of(speechProvider.brain(account)));
    }
    // Those of before are not closed: conversations that go on end with what they began with.
    opened.set(tenantId, { stamp, providers });
    return providers;
  }

  return {
    async coming(tenantId, language, choice = {}) {
      if (embedded.state().at === 'ready') return null;
      const { voice } = await providersOf(tenantId);
      const first = speaks(chosenFirst([...voice, last.voice], choice.voice), language)[0];
      if (first !== last.voice) return null;
      return { there: wanted(tenantId).then(() => (embedded.state().at === 'ready' ? 'came' : 'failed')) };
    },

    async of(tenantId, onUsed = () => {}, choice = {}): Promise<TenantSpeech> {
      const { recognition, voice, brain } = await providersOf(tenantId);
      const machine = lastOf(tenantId);
      const used =
        (use: SpeechUse) =>
        (provider: string, firstByteMs: number): void =>
          onUsed({ use, provider, firstByteMs } satisfies SpeechUsed);
      const voices = chosenFirst([...voice, machine.voice], choice.voice).map((one) =>
        one.channel === choice.voice ? { ...one, provider: withVoices(one.provider, choice.voices ?? {}) } : one,
      );
      return {
        recognizer: (language) =>
          recognizerOf(
            speaks(chosenFirst([...recognition, machine.recognizer], choice.recognition), language),
            tools,
            used('recognition'),
          ),
        voice: (language) => voiceOf(speaks(voices, language), tools, used('voice')),
        brain: () => brainOf(chosenFirst([...brain, last.brain], choice.brain), tools, used('brain')),
        model: () => (brain.length === 0 ? null : brainOf(chosenFirst(brain, choice.brain), tools, used('brain'))),
        detector: embedded.state().at === 'ready' ? embedded.detector : energyDetector,
      };
    },
  };
}
