import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { SpeechUse } from '#core/speech/protocols.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { speechApi } from '../contract.ts';
import { accountOf } from './open-speech.ts';
import { labelOf } from './provider-notes.ts';
import { providersRepo } from './providers.repo.ts';
import { tryProvider, type TriedProvider } from './try-provider.ts';

/** Providers tried out, this machine's own among them. */
export function providerTrials(
  { db, clock, speechProvider }: Pick<World, 'db' | 'clock' | 'speechProvider'>,
  { recognizer, voice, brain }: EmbeddedSpeech,
  secrets: TenantSecrets,
): Pick<Handlers<typeof speechApi>, 'test'> {
  /** One that is not shared with conversations: it is closed afterwards, and no fault of theirs. */
  function openOwn(use: SpeechUse, account: SpeechAccount): TriedProvider {
    switch (use) {
      case 'recognition':
        return { recognition: speechProvider.recognizer(account) };
      case 'voice':
        return { voice: speechProvider.voice(account) };
      case 'brain':
        return { brain: speechProvider.brain(account) };
    }
  }

  return {
    async test(caller, { id, use, language }) {
      const row = await db.tenant(caller, async (tx) => {
        const found = id === undefined ? null : await providersRepo(tx).find(id);
        if (found === undefined || (found && found.use !== use)) throw new Failure('notFound');
        caller.operation.note(found ? labelOf(found) : `${use} 2`);
        return found;
      });
      if (!row) return tryProvider({ recognition: recognizer, voice, brain }, use, language, clock);
      const account = await accountOf(secrets, caller.tenantId, row);
      const tried = openOwn(use, account);
      try {
        const spoken = account.languages.includes(language) ? language : account.languages[0]!;
        return await tryProvider(tried, use, spoken, clock);
      } finally {
        await Promise.all(Object.values(tried).map(closeQuietly));
      }
    },
  };
}

/** A provider that refuses even to be closed has been told about already. */
const closeQuietly = (provider: { close(): Promise<void> }): Promise<void> =>
  provider.close().catch((thrown: unknown) => {
    if (!(thrown instanceof SpeechFailure)) throw thrown;
  });
