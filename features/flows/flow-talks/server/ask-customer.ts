import { sql } from 'kysely';
import { readCustomValue } from '#core/customer/custom-value.ts';
import type { Answer, Ask } from '#core/flow/flow-events.ts';
import type { Value } from '#core/flow/flow.ts';
import { CALLER_FIELDS, callerFields } from '#features/flows/flows/server/index.ts';
import {
  customersRepo,
  readTenantFields,
  writeCustomers,
  type CustomerValues,
} from '#features/customers/customers/server/index.ts';
import { assertTags } from '#features/customers/tags/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';

export interface OfCustomer {
  tenantId: number;
  customerId: number | null;
  flowName: string;
}

const MOST_TAGS = 50;

export function askTag(db: Db, whose: OfCustomer, { add, remove }: Extract<Ask, { what: 'tag' }>): Promise<Answer> {
  return change(db, whose, 'tagged', async (tx, customer) => {
    await assertTags(tx, add);
    const tagIds = [...new Set([...customer.tag_ids.filter((id) => !remove.includes(id)), ...add])].slice(0, MOST_TAGS);
    return { tag_ids: tagIds };
  });
}

/** Writes fields by their key: those every customer has, `email`, and the tenant's own by their id or name. */
export function askUpdateCustomer(
  db: Db,
  whose: OfCustomer,
  { fields }: Extract<Ask, { what: 'updateCustomer' }>,
): Promise<Answer> {
  return change(db, whose, 'edited', async (tx, customer) => {
    const values: Partial<CustomerValues> = {};
    const own: CustomerValues['fields'] = {};
    const { custom } = await readTenantFields(tx);
    for (const [key, value] of Object.entries(fields)) {
      const plain = CALLER_FIELDS.find((one) => one === key);
      const field = [...custom.values()].find(({ id, name }) => String(id) === key || name === key);
      if (plain) Object.assign(values, plainValue(plain, String(value)));
      else if (key === 'email')
        values.emails = [...new Set([String(value).trim().toLowerCase(), ...customer.emails])].slice(0, 20);
      else if (field) {
        const read = readCustomValue(field, value, customer.country);
        if (!read.ok) return null;
        own[String(field.id)] = read.value;
      }
    }
    return Object.keys(own).length === 0 ? values : { ...values, fields: { ...customer.fields, ...own } };
  });
}

function plainValue(key: (typeof CALLER_FIELDS)[number], value: string): Partial<CustomerValues> {
  if (key === 'language') return CustomerLanguage.schema.safeParse(value).success ? { language: value } : {};
  if (key === 'country') return /^[A-Z]{2}$/.test(value) ? { country: value } : {};
  return { [key]: value.slice(0, key === 'note' ? 10_000 : 200) };
}

type Row = Awaited<ReturnType<ReturnType<typeof customersRepo>['lock']>>[number];

async function change(
  db: Db,
  { tenantId, customerId, flowName }: OfCustomer,
  kind: 'tagged' | 'edited',
  valuesOf: (tx: TenantTx, customer: Row) => Promise<Partial<CustomerValues> | null>,
): Promise<Answer> {
  if (customerId === null) return { ok: false, why: 'noCustomer' };
  return db.tenant({ tenantId }, async (tx): Promise<Answer> => {
    const [customer] = await customersRepo(tx).lock([customerId]);
    if (!customer) return { ok: false, why: 'noCustomer' };
    const values = await valuesOf(tx, customer);
    if (!values) return { ok: false, why: 'wrongValue' };
    await writeCustomers(tx, { change: [{ id: customerId, values }], author: { userId: null, actor: flowName }, kind });
    return { ok: true, what: 'done' };
  });
}

/** What is known of whoever calls from a number: their fields by key, and their tags. */
export async function knownCaller(
  tx: TenantTx,
  number: string,
): Promise<{ number: string; customerId: number | null; fields: Record<string, Value>; tagIds: number[] }> {
  const { rows } =
    number === ''
      ? { rows: [] }
      : await sql<Row>`select c.* from customers_with_number(array[${number}]::text[]) found join customer c on c.id = found where c.deleted_at is null order by c.last_contact_at desc nulls last, c.id limit 1`.execute(
          tx.as(),
        );
  const customer = rows[0];
  if (!customer) return { number, customerId: null, fields: {}, tagIds: [] };
  return { number, customerId: customer.id, fields: callerFields(customer), tagIds: customer.tag_ids };
}
