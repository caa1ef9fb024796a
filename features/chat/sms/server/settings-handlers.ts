import { readDialled } from '#core/call/dialled-number.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { isPhoneWord, type PhoneWords, type TenantSecrets } from '#features/team/agents/server/index.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import { pricesOf } from '#features/money/prices/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { isForgotten } from '#platform/server/forgotten-number.ts';
import { personOf } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { seal } from '#platform/server/seal.ts';
import { diallingCode } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import { SmsHttpSettings, SmsSmppSettings, type smsApi, type SmsProviderWish, type SmsSettings } from '../contract.ts';
import { accountsRepo, type SmsAccountRow } from './accounts.repo.ts';
import { SEAL_PURPOSE, type SmsCarriers } from './carriers.ts';
import { assertNotTyped } from './compose.ts';
import { messagesRepo } from './messages.repo.ts';
import { smsPriceE4 } from './sms-price.ts';

/** Where a secret goes to; one that is kept goes nowhere else. */
const placeOf = (kind: string, settings: Record<string, unknown>): string =>
  kind === 'http'
    ? (URL.parse(String(settings['url']))?.origin ?? '')
    : `${String(settings['host'])}:${String(settings['port'])} ${String(settings['systemId'])}`;

const settingsOf = (wish: SmsProviderWish): Record<string, unknown> =>
  wish.kind === 'http' ? wish.http : wish.kind === 'smpp' ? wish.smpp : {};

type SettingsApi = Pick<
  typeof smsApi,
  'settings' | 'saveProvider' | 'saveCountries' | 'optOuts' | 'optOutAdd' | 'optOutRemove'
>;

/** Where messages may go, and what one part costs there where the team pays. */
async function pricedCountries(tx: TenantTx): Promise<Pick<SmsSettings, 'countries' | 'currency'>> {
  const open = await accountsRepo(tx).countries();
  const currency = (await accountOf(tx))?.currency ?? '';
  if (currency === '') return { countries: open.map((iso2) => ({ iso2, priceE4: 0 })), currency };
  const answers = await pricesOf(
    tx,
    currency,
    open.map((country) => ({ service: 'sms', country, number: diallingCode(country) ?? '' })),
  );
  const countries = open.map((iso2, place) => ({ iso2, priceE4: smsPriceE4(answers[place]!) }));
  return { countries, currency };
}

/** Who carries messages, where they may go, and who wants none. */
export function settingsHandlers(
  { db, publicUrl, allowPrivate }: Pick<World, 'db' | 'publicUrl' | 'allowPrivate'>,
  { words, secrets, carriers }: { words: PhoneWords; secrets: TenantSecrets; carriers: SmsCarriers },
): Handlers<SettingsApi> {
  const hookOf = (account: SmsAccountRow | undefined, what: string) =>
    account?.kind === 'http' ? `${publicUrl}/cc/api/sms/v1/hook/${account.hookKey}/${what}` : '';

  return {
    settings: (caller) =>
      db.tenant(caller, async (tx) => {
        const repo = accountsRepo(tx);
        const account = await repo.account();
        return {
          kind: account?.kind ?? 'none',
          hasSecret: (account?.sealed ?? '') !== '',
          http: account?.kind === 'http' ? SmsHttpSettings.parse(account.settings) : null,
          smpp: account?.kind === 'smpp' ? SmsSmppSettings.parse(account.settings) : null,
          reportUrl: hookOf(account, 'report'),
          replyUrl: hookOf(account, 'reply'),
          ...(await pricedCountries(tx)),
        };
      }),

    async saveProvider(caller, wish) {
      if (wish.kind === 'http' && !allowPrivate && !wish.http.url.startsWith('https:'))
        throw new Failure('invalidInput', 'url: https');
      const key = await secrets.derive(caller.tenantId, SEAL_PURPOSE);
      await db.tenant(caller, async (tx) => {
        const repo = accountsRepo(tx);
        const before = await repo.account();
        const settings = settingsOf(wish);
        const typed = wish.kind === 'outbox' ? '' : wish.secret;
        const stays = before?.kind === wish.kind && before.sealed !== '' && wish.kind !== 'outbox';
        if (stays && typed === '' && placeOf(before.kind, before.settings) !== placeOf(wish.kind, settings))
          throw new Failure('smsSecretNeeded');
        await repo.save({
          kind: wish.kind,
          settings,
          sealed: typed === '' ? (stays ? before.sealed : '') : seal(key, typed).toString('base64url'),
        });
        caller.operation.note(wish.kind, { before: before && { kind: before.kind }, after: { kind: wish.kind } });
      });
      // Answers come by its connection from now on.
      await carriers.of(caller.tenantId);
      return null;
    },

    saveCountries: (caller, { countries }) =>
      db.tenant(caller, async (tx) => {
        if (new Set(countries).size !== countries.length || countries.some((iso2) => diallingCode(iso2) === null))
          throw new Failure('invalidInput', 'countries');
        const before = await accountsRepo(tx).countries();
        await accountsRepo(tx).saveCountries(countries);
        caller.operation.note(String(countries.length), { before: { countries: before }, after: { countries } });
        return null;
      }),

    optOuts: (caller, query) =>
      db.tenant(caller, async (tx) => {
        const { list, total } = await messagesRepo(tx).optOuts(query);
        return {
          total,
          list: list.map(({ number, ...rest }) => ({
            ...rest,
            displayNumber: isForgotten(number) ? '***' : caller.needsMasking ? maskPhone(number) : number,
          })),
        };
      }),

    optOutAdd: (caller, { countryCode, number }) =>
      db.tenant(caller, async (tx) => {
        // The list grows by one that is new, and not by one that is there.
        assertNotTyped(number, caller);
        const meant = isPhoneWord(number) ? await words.numberOf(caller.tenantId, number) : null;
        const read = readDialled(meant === null ? number : `+${meant.replace(/\D/g, '')}`, countryCode);
        if (read.is !== 'number') throw new Failure('wrongNumber');
        caller.operation.note(null);
        await messagesRepo(tx).optOut(read.number, '', personOf(caller));
        return null;
      }),

    optOutRemove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        if (!(await messagesRepo(tx).removeOptOut(id))) throw new Failure('notFound');
        caller.operation.note(id);
        return null;
      }),
  };
}
