import { unknownVariables } from '../core/template.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import { personOf } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { SMS_TEMPLATES_MOST, type smsApi, type SmsTemplate, type SmsTemplateFields } from '../contract.ts';
import { templatesRepo } from './templates.repo.ts';

const noted = ({ smsTemplateName, smsTemplateContent, language, groupIds }: SmsTemplate | SmsTemplateFields) => ({
  smsTemplateName,
  smsTemplateContent,
  language,
  groupIds,
});
const listed = (names: readonly string[]): string => names.join(', ').slice(0, 200);

function check({ smsTemplateContent }: SmsTemplateFields): void {
  const unknown = unknownVariables(smsTemplateContent);
  if (unknown.length > 0) throw new Failure('smsUnknownVariable', unknown.join(', '));
}

type TemplateApi = Pick<
  typeof smsApi,
  'templatePage' | 'templateAdd' | 'templateEdit' | 'templateDelete' | 'templateDecide' | 'templateBind'
>;

/** Where templates are written, approved and bound to groups. */
export const templateHandlers = ({ db }: Pick<World, 'db'>): Handlers<TemplateApi> => ({
  templatePage: (caller, query) => db.tenant(caller, (tx) => templatesRepo(tx).page(query)),

  templateAdd: (caller, fields) =>
    db.tenant(caller, async (tx) => {
      check(fields);
      const repo = templatesRepo(tx);
      if ((await repo.count()) >= SMS_TEMPLATES_MOST)
        throw new Failure('invalidInput', `at most ${SMS_TEMPLATES_MOST} templates`);
      const id = await repo.add(fields, personOf(caller));
      if (id === null) throw new Failure('nameTaken');
      caller.operation.note(fields.smsTemplateName, { after: noted(fields) });
      return { id };
    }),

  async templateEdit(caller, { id, ...fields }) {
    check(fields);
    try {
      await db.tenant(caller, async (tx) => {
        const repo = templatesRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        await repo.update(id, fields, personOf(caller));
        caller.operation.note(fields.smsTemplateName, { before: noted(before), after: noted(fields) });
      });
    } catch (thrown) {
      throw isDuplicate(thrown, 'sms_template_tenant_id_name_key') ? new Failure('nameTaken') : thrown;
    }
    return null;
  },

  templateDelete: (caller, { ids }) =>
    db.tenant(caller, async (tx) => {
      const names = await templatesRepo(tx).delete(ids);
      caller.operation.note(listed(names));
      return { deleted: names.length };
    }),

  templateDecide: (caller, { ids, approved, remark }) =>
    db.tenant(caller, async (tx) => {
      const names = await templatesRepo(tx).decide(ids, approved, remark, personOf(caller));
      caller.operation.note(listed(names), { after: { approved, remark } });
      return { decided: names.length };
    }),

  templateBind: (caller, { ids, groupIds }) =>
    db.tenant(caller, async (tx) => {
      const names = await templatesRepo(tx).bind(ids, groupIds);
      caller.operation.note(listed(names), { after: { groupIds } });
      return { bound: names.length };
    }),
});
