import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { protocolsOf, speechUses } from '#core/speech/protocols.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { SpeechProvider, speechApi } from '../contract.ts';
import type { EmbeddedWatch } from './embedded-watch.ts';
import { accountOf, SEAL_PURPOSE } from './open-speech.ts';
import { providersRepo, type ProviderRow } from './providers.repo.ts';
import { tryProvider, type Tried } from './try-provider.ts';

/** Of a shorter key, four characters would be too much of it. */
const TELLING_LENGTH = 16;

/** What a log may keep: everything but the key. */
const logged = ({
  channel,
  name,
  protocol,
  address,
  model,
  languages,
  voices,
  isOn,
}: Omit<ProviderRow, 'id' | 'use' | 'sealed' | 'version'>) => ({
  channel,
  name,
  protocol,
  address,
  model,
  languages,
  voices,
  isOn,
});
const labelOf = ({ use, channel, name }: Pick<ProviderRow, 'use' | 'channel' | 'name'>): string =>
  `${use} ${channel}${name && ` ${name}`}`;
/** Where a key goes to; one that is kept goes nowhere else. */
const placeOf = (address: string): string => URL.parse(address)?.origin ?? '';

/** Who recognises, speaks and answers: described, ordered, tried. */
export function speechHandlers(
  { db, clock, allowPrivate, speechProvider }: Pick<World, 'db' | 'clock' | 'allowPrivate' | 'speechProvider'>,
  embedded: EmbeddedSpeech,
  watch: EmbeddedWatch,
): Handlers<typeof speechApi> {
  const secrets = openTenantSecrets(db);
  const keyOf = (tenantId: number) => secrets.derive(tenantId, SEAL_PURPOSE);
  const sealed = (key: Buffer, secret: string): string =>
    secret === '' ? '' : seal(key, secret).toString('base64url');

  function shown(key: Buffer, { sealed: hidden, ...row }: ProviderRow): SpeechProvider {
    const secret = hidden === '' ? '' : (unseal(key, Buffer.from(hidden, 'base64url')) ?? '');
    return { ...row, hasSecret: secret !== '', secretEnd: secret.length >= TELLING_LENGTH ? secret.slice(-4) : '' };
  }
  function mustBeSafe(address: string): void {
    if (!allowPrivate && !address.startsWith('https:')) throw new Failure('invalidInput', 'address: https');
  }

  return {
    async settings({ tenantId, ...caller }) {
      const key = await keyOf(tenantId);
      const rows = await db.tenant({ tenantId, ...caller }, (tx) => providersRepo(tx).all());
      watch.tell(tenantId);
      const providers = speechUses
        .flatMap((use) => rows.filter((row) => row.use === use))
        .map((row) => shown(key, row));
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

    async add(caller, { secret, ...fields }) {
      mustBeSafe(fields.address);
      const key = await keyOf(caller.tenantId);
      return db.tenant(caller, async (tx) => {
        caller.operation.note(labelOf(fields), { after: { ...logged(fields), hasSecret: secret !== '' } });
        const id = await providersRepo(tx)
          .add({ ...fields, sealed: sealed(key, secret) })
          .catch((thrown: unknown) => {
            throw isDuplicate(thrown, 'speech_provider_channel') ? new Failure('speechChannelTaken') : thrown;
          });
        return { id };
      });
    },

    async update(caller, { id, version, secret, ...fields }) {
      mustBeSafe(fields.address);
      const key = await keyOf(caller.tenantId);
      return db.tenant(caller, async (tx) => {
        const repo = providersRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        if (!protocolsOf(before.channel, before.use).includes(fields.protocol))
          throw new Failure('invalidInput', 'protocol');
        if (secret === '' && before.sealed !== '' && placeOf(before.address) !== placeOf(fields.address))
          throw new Failure('speechKeyNeeded');
        caller.operation.note(labelOf({ ...before, name: fields.name }), {
          before: logged(before),
          after: { ...logged({ ...fields, channel: before.channel }), ...(secret !== '' && { hasSecret: true }) },
        });
        if (
          !(await repo.update(id, version, { ...fields, sealed: secret === '' ? before.sealed : sealed(key, secret) }))
        )
          throw new Failure('conflict');
        return null;
      });
    },

    delete: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = providersRepo(tx);
        const before = await repo.find(id);
        if (!before || !(await repo.remove(id))) throw new Failure('notFound');
        caller.operation.note(labelOf(before), { before: logged(before) });
        return null;
      }),

    order: (caller, { use, ids }) =>
      db.tenant(caller, async (tx) => {
        const repo = providersRepo(tx);
        const before = (await repo.all()).filter((row) => row.use === use).map(({ id }) => id);
        if (before.length !== ids.length || new Set(ids).size !== ids.length || !ids.every((id) => before.includes(id)))
          throw new Failure('notFound');
        await repo.order(use, ids);
        caller.operation.note(use, { before: { ids: before }, after: { ids } });
        return null;
      }),

    async test(caller, { id, use, language }) {
      const row = await db.tenant(caller, async (tx) => {
        const found = id === undefined ? null : await providersRepo(tx).find(id);
        if (found === undefined || (found && found.use !== use)) throw new Failure('notFound');
        caller.operation.note(found ? labelOf(found) : `${use} 2`);
        return found;
      });
      if (!row)
        return tryProvider(
          { recognition: embedded.recognizer, voice: embedded.voice, brain: embedded.brain },
          use,
          language,
          clock,
        );
      const account = await accountOf(secrets, caller.tenantId, row);
      // One that is not shared with conversations: it is closed afterwards, and no fault of theirs.
      const tried: Tried =
        use === 'recognition'
          ? { recognition: speechProvider.recognizer(account) }
          : use === 'voice'
            ? { voice: speechProvider.voice(account) }
            : { brain: speechProvider.brain(account) };
      try {
        return await tryProvider(
          tried,
          use,
          account.languages.includes(language) ? language : account.languages[0]!,
          clock,
        );
      } finally {
        await Promise.all(
          Object.values(tried).map((provider: { close(): Promise<void> }) =>
            provider.close().catch((thrown: unknown) => {
              if (!(thrown instanceof SpeechFailure)) throw thrown;
            }),
          ),
        );
      }
    },

    async prepare(caller) {
      await db.tenant(caller, async () => caller.operation.note(null));
      watch.tell(caller.tenantId);
      watch.prepare();
      return watch.state();
    },
  };
}
