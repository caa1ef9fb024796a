import type { PhoneWords } from '#features/agents/server/index.ts';
import { charge, currencyOf, minorDigits } from '#features/bills/server/index.ts';
import { isListed } from '#features/blacklist/server/index.ts';
import { costOf } from '#core/sms/price.ts';
import { sizeOf } from '#core/sms/segments.ts';
import { fillTemplate } from '#core/sms/template.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { personOf, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries as allCountries, flagOf } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import type { smsApi } from '../contract.ts';
import { accountsRepo } from './accounts.repo.ts';
import { maskedValues, readTarget, type Target } from './compose.ts';
import { messagesRepo } from './messages.repo.ts';
import { orderSend } from './send-job.ts';
import { templatesRepo } from './templates.repo.ts';
import { tellSms } from './told.ts';

const shownTo = ({ needsMasking }: Caller, { values }: Target) => (needsMasking ? maskedValues(values) : values);

/** What the dialog asks for, and the sending itself. */
export function sendHandlers({ db }: Pick<World, 'db'>, words: PhoneWords): Handlers<Pick<typeof smsApi, 'countries' | 'templates' | 'preview' | 'send'>> {
  async function template(tx: TenantTx, id: number, caller: Caller) {
    const found = await templatesRepo(tx).usableOne(id, caller.userId);
    if (!found) throw new Failure('smsTemplateGone');
    return found;
  }

  /** Whoever is kept out, or wants nothing, gets nothing, whatever else holds. */
  async function mayWrite(tx: TenantTx, { number, iso2, doNotText }: Target): Promise<number> {
    const priceE4 = await accountsRepo(tx).price(iso2);
    if (priceE4 === undefined) throw new Failure('smsCountryClosed');
    if (await isListed(tx, number, 'sms')) throw new Failure('smsNumberListed');
    if (doNotText || (await messagesRepo(tx).hasOptedOut(number))) throw new Failure('smsOptedOut');
    return priceE4;
  }

  return {
    countries: (caller) =>
      db.tenant(caller, async (tx) => {
        const open = new Set((await accountsRepo(tx).countries()).map(({ iso2 }) => iso2));
        const [names, order] = [new Intl.DisplayNames(caller.language, { type: 'region' }), new Intl.Collator(caller.language)];
        return allCountries
          .filter(({ iso2 }) => open.has(iso2))
          .map(({ iso2, code }) => ({ iso2, code, name: names.of(iso2) ?? iso2, flag: flagOf(iso2) }))
          .sort((a, b) => order.compare(a.name, b.name));
      }),

    templates: (caller) => db.tenant(caller, (tx) => templatesRepo(tx).usable(caller.userId)),

    preview: (caller, { smsTemplateId, ...wish }) =>
      db.tenant(caller, async (tx) => {
        const { smsTemplateContent: content } = await template(tx, smsTemplateId, caller);
        const target = await readTarget(tx, wish, caller, words);
        const { text, missing } = fillTemplate(content, shownTo(caller, target));
        const { segments, encoding } = sizeOf(fillTemplate(content, target.values).text);
        return { content: text, missing, segments, encoding };
      }),

    send: (caller, { smsTemplateId, smsTemplateName, content, ...wish }) =>
      db.tenant(caller, async (tx) => {
        const chosen = await template(tx, smsTemplateId, caller);
        const target = await readTarget(tx, wish, caller, words);
        const shown = fillTemplate(chosen.smsTemplateContent, shownTo(caller, target));
        if (shown.missing.length > 0) throw new Failure('smsValueMissing', shown.missing.join(', '));
        // Read-only on the page means read-only here.
        if (shown.text !== content || chosen.smsTemplateName !== smsTemplateName) throw new Failure('smsContentChanged');
        const priceE4 = await mayWrite(tx, target);
        const account = await accountsRepo(tx).account();
        if (!account) throw new Failure('smsNoProvider');
        const { text } = fillTemplate(chosen.smsTemplateContent, target.values);
        const maskedContent = fillTemplate(chosen.smsTemplateContent, maskedValues(target.values)).text;
        const { segments } = sizeOf(text);
        const currency = await currencyOf(tx);
        const costMinor = costOf({ segments, priceE4, minorDigits: minorDigits(currency) });
        if (!(await charge(tx, costMinor))) throw new Failure('smsNoBalance');
        const { number, iso2, customerId } = target;
        const id = await messagesRepo(tx).add({ number, iso2, customerId, userId: personOf(caller), templateId: chosen.id, templateName: chosen.smsTemplateName, content: text, maskedContent, segments, costMinor, currency, provider: account.kind, callId: wish.callId });
        await orderSend(tx, id, 1);
        await tellSms(tx, id, customerId);
        caller.operation.note(id, { after: { template: chosen.smsTemplateName, country: iso2, segments } });
        return { id };
      }),
  };
}
