import { sql } from 'kysely';
import { openAccount } from '#features/money/ledger/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, aPriceList, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import type { TestServer } from '#test/test-server.ts';
import type { SmsRecord } from '../contract.ts';

export const everything = [
  'sms.use',
  'sms.view',
  'sms.templates',
  'sms.approve',
  'sms.export',
  'sms.settings',
  'customers.use',
  'customers.view',
  'bills.view',
];

/** A tenant that may send: Mexico open at 0.035 a part, a rehearsed carrier, ten dollars. */
export async function aTenantThatSends(
  db: Db,
  { balanceMinor = 1_000 }: { balanceMinor?: number } = {},
): Promise<number> {
  const tenantId = await aTenant(db);
  await db.everyTenant('set up', async (tx) => {
    await openAccount(tx, tenantId, 'USD', balanceMinor);
    await sql`insert into sms_provider (tenant_id, kind, hook_key) values (${tenantId}, 'outbox', ${`hook-${tenantId}`})`.execute(
      tx.as(),
    );
    await sql`insert into sms_country (tenant_id, iso2) values (${tenantId}, 'MX')`.execute(tx.as());
  });
  await aPriceList(db, { tenantId }, [{ service: 'sms', country: 'MX', priceE4: 350 }]);
  return tenantId;
}

/** Somebody at the sender, and what they do with it. */
export async function atTheSender(server: TestServer, tenantId: number, wishes: MemberWishes = {}) {
  const { db } = server.world;
  const who: Member = await aMember(db, tenantId, { functions: everything, name: 'Ana', voiceSeat: true, ...wishes });
  // Tests look into whatever is answered.
  // oxlint-disable-next-line typescript/no-explicit-any
  const ask = <D = any>(path: string, body: object = {}) =>
    server.ask<D>('POST', `/cc/api/sms/v1/${path}`, { token: who.token, body });
  return {
    who,
    ask,
    /** An approved template; answers its id. */
    async template(
      smsTemplateContent: string,
      { smsTemplateName = `T${Math.random().toString(36).slice(2, 8)}`, groupIds = [] as number[] } = {},
    ): Promise<{ id: number; smsTemplateName: string }> {
      const { data, code } = await ask<{ id: number }>('template/add', {
        smsTemplateName,
        smsTemplateContent,
        language: 'en-US',
        groupIds,
      });
      if (code !== 0) throw new Error(`no template: ${code}`);
      await ask('template/decide', { ids: [data.id], approved: true });
      return { id: data.id, smsTemplateName };
    },
    /** As the dialog does it: what `preview` shows is what is sent. */
    async send(
      template: { id: number; smsTemplateName: string },
      target: { countryCode?: string; number?: string; callId?: string },
    ) {
      const preview = await ask('preview', { ...target, smsTemplateId: template.id });
      if (preview.code !== 0) return preview;
      return ask('send', {
        ...target,
        smsTemplateId: template.id,
        smsTemplateName: template.smsTemplateName,
        content: preview.data.content,
      });
    },
    records: async (filter: object = {}): Promise<SmsRecord[]> =>
      (await ask('record/page', { size: 50, ...filter })).data.list,
    balance: async (): Promise<string> =>
      (await server.ask('GET', '/admin/saas_plat/order/balance', { token: who.token })).data.balance,
  };
}

export async function aCustomer(
  db: Db,
  tenantId: number,
  { name = 'Lucía Hernández', phone = '525512345600', doNotText = false } = {},
): Promise<number> {
  return db.everyTenant(
    'a customer',
    async (tx) =>
      (
        await sql<{ id: number }>`
    insert into customer (tenant_id, full_name, first_name, phones, phone_countries, do_not_text) values (${tenantId}, ${name}, ${name.split(' ')[0]!}, array[${phone}], array['MX'], ${doNotText}) returning id`.execute(
          tx.as(),
        )
      ).rows[0]!.id,
  );
}

export async function aCallOf(
  db: Db,
  tenantId: number,
  userId: number,
  { callId = `call-${tenantId}`, number = '525512345600' } = {},
): Promise<string> {
  await db.everyTenant('a call', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, customer_number, our_number, user_id) values (${tenantId}, ${callId}, 'n', 'inbound', now(), now(), ${number}, '525550000101', ${userId}) returning id`.execute(
      tx.as(),
    );
    await sql`insert into call_agent (tenant_id, record_id, user_id, started_at, result) values (${tenantId}, ${rows[0]!.id}, ${userId}, now(), 'talked')`.execute(
      tx.as(),
    );
  });
  return callId;
}
