import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { sizeOf } from '#core/sms/segments.ts';
import { fillTemplate } from '../core/template.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { personOf, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries as allCountries, flagOf } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import type { smsApi } from '../contract.ts';
import { accountsRepo } from './accounts.repo.ts';
import { maskedValues, readTarget, type SmsRecipient } from './compose.ts';
import { sendOne } from './send-one.ts';
import { templatesRepo } from './templates.repo.ts';

const shownTo = ({ needsMasking }: Caller, { values }: SmsRecipient) => (needsMasking ? maskedValues(values) : values);

/** What the dialog asks for, and the sending itself. */
export function sendHandlers(
  { db, catalogue }: Pick<World, 'db' | 'catalogue'>,
  words: PhoneWords,
): Handlers<Pick<typeof smsApi, 'countries' | 'templates' | 'preview' | 'send'>> {
  async function template(tx: TenantTx, id: number, caller: Caller) {
    const found = await templatesRepo(tx).usableOne(id, caller.userId);
    if (!found) throw new Failure('smsTemplateGone');
    return found;
  }

  return {
    countries: (caller) =>
      db.tenant(caller, async (tx) => {
        const open = new Set(await accountsRepo(tx).countries());
        const [names, order] = [
          new Intl.DisplayNames(caller.language, { type: 'region' }),
          new Intl.Collator(caller.language),
        ];
        return allCountries
          .filter(({ iso2 }) => open.has(iso2))
          .map(({ iso2, code }) => ({ iso2, code, name: names.of(iso2) ?? iso2, flag: flagOf(iso2) }))
          .sort((a, b) => order.compare(a.name, b.name));
      }),

    templates: (caller) => db.tenant(caller, (tx) => templatesRepo(tx).usable(caller.userId)),

    preview: (caller, { smsTemplateId, ...wish }) =>
      db.tenant(caller, async (tx) => {
        const { smsTemplateContent: content } = await template(tx, smsTemplateId, caller);
        const target = await readTarget(tx, wish, caller, { words, catalogue });
        const { text, missing } = fillTemplate(content, shownTo(caller, target));
        const { segments, encoding } = sizeOf(fillTemplate(content, target.values).text);
        return { content: text, missing, segments, encoding };
      }),

    send: (caller, { smsTemplateId, smsTemplateName, content, ...wish }) =>
      db.tenant(caller, async (tx) => {
        const chosen = await template(tx, smsTemplateId, caller);
        const target = await readTarget(tx, wish, caller, { words, catalogue });
        const shown = fillTemplate(chosen.smsTemplateContent, shownTo(caller, target));
        if (shown.missing.length > 0) throw new Failure('smsValueMissing', shown.missing.join(', '));
        // Read-only on the page means read-only here.
        if (shown.text !== content || chosen.smsTemplateName !== smsTemplateName)
          throw new Failure('smsContentChanged');
        const { text } = fillTemplate(chosen.smsTemplateContent, target.values);
        const maskedText = fillTemplate(chosen.smsTemplateContent, maskedValues(target.values)).text;
        const { id, segments } = await sendOne(tx, {
          target,
          text,
          maskedText,
          templateId: chosen.id,
          templateName: chosen.smsTemplateName,
          userId: personOf(caller),
          callId: wish.callId,
        });
        caller.operation.note(id, { after: { template: chosen.smsTemplateName, country: target.iso2, segments } });
        return { id };
      }),
  };
}
