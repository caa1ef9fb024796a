import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { speechUses } from '#core/speech/protocols.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { speechApi } from '../contract.ts';
import type { EmbeddedWatch } from './embedded-watch.ts';
import { providerEdits } from './provider-edits.ts';
import { sealingKey, shownProvider } from './provider-keys.ts';
import { providerTrials } from './provider-trials.ts';
import { providersRepo } from './providers.repo.ts';

/** Who recognises, speaks and answers: described, ordered, tried. */
export function speechHandlers(
  world: Pick<World, 'db' | 'clock' | 'allowPrivate' | 'speechProvider'>,
  embedded: EmbeddedSpeech,
  watch: EmbeddedWatch,
): Handlers<typeof speechApi> {
  const { db } = world;
  const secrets = openTenantSecrets(db);
  return {
    ...providerEdits(world, secrets),
    ...providerTrials(world, embedded, secrets),

    async settings({ tenantId, ...caller }) {
      const key = await sealingKey(secrets, tenantId);
      const rows = await db.tenant({ tenantId, ...caller }, (tx) => providersRepo(tx).all());
      watch.addTenant(tenantId);
      const providers = speechUses
        .flatMap((use) => rows.filter((row) => row.use === use))
        .map((row) => shownProvider(key, row));
      const { languages, phrasesOnly = [] } = embedded.recognizer.can;
      return {
        providers,
        embedded: {
          ...watch.state(),
          hears: languages.filter((language) => !phrasesOnly.includes(language)),
          hearsPhrases: [...phrasesOnly],
          speaks: [...embedded.voice.can.languages],
        },
      };
    },

    async kit({ tenantId }) {
      watch.addTenant(tenantId);
      return watch.state();
    },

    async prepare(caller) {
      await db.tenant(caller, async () => caller.operation.note(null));
      watch.addTenant(caller.tenantId);
      watch.prepare();
      return watch.state();
    },
  };
}
