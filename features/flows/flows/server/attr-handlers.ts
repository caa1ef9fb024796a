import { sql } from 'kysely';
import type { Variable } from '#core/flow/flow.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { ATTRS_MOST, type FlowAttr, type flowsApi } from '../contract.ts';

type Calls = 'attrs' | 'addAttr' | 'updateAttr';

const columns = sql`id, attr_key "attrKey", name, value_type "valueType", value_format "valueFormat", currency, choices`;
const shown = ({ currency, ...attr }: Omit<FlowAttr, 'currency'> & { currency: string | null }): FlowAttr => ({
  ...attr,
  ...(currency === null ? {} : { currency }),
});

/** The values every flow of the tenant knows by the same name. */
export async function knownAttrs(tx: TenantTx): Promise<FlowAttr[]> {
  const { rows } = await sql<
    FlowAttr & { currency: string | null }
  >`select ${columns} from flow_attr order by name, id`.execute(tx.as());
  return rows.map(shown as (row: FlowAttr & { currency: string | null }) => FlowAttr);
}

/** Values of flows, by key, type and how they are written. */
export function attrHandlers({ db }: Pick<World, 'db'>): Handlers<Pick<typeof flowsApi, Calls>> {
  const noted = ({ name, valueType, valueFormat, currency, choices }: Variable) => ({
    name,
    valueType,
    valueFormat,
    currency,
    choices,
  });
  return {
    attrs: (caller) => db.tenant(caller, knownAttrs),
    addAttr: (caller, attr) =>
      db.tenant(caller, async (tx) => {
        if ((await knownAttrs(tx)).length >= ATTRS_MOST)
          throw new Failure('invalidInput', `at most ${ATTRS_MOST} values`);
        const { attrKey, name, valueType, valueFormat, currency = null, choices } = attr;
        const added = await sql<{ id: number }>`
          insert into flow_attr (attr_key, name, value_type, value_format, currency, choices) values (${attrKey}, ${name}, ${valueType}, ${valueFormat}, ${currency}, ${JSON.stringify(choices)}::jsonb) returning id`
          .execute(tx.as())
          .catch((thrown: unknown) => {
            throw isDuplicate(thrown, 'flow_attr_key') ? new Failure('nameTaken') : thrown;
          });
        caller.operation.note(attrKey, { after: noted(attr) });
        return { id: added.rows[0]!.id };
      }),
    updateAttr: (caller, { id, name, valueType, valueFormat, currency = null, choices }) =>
      db.tenant(caller, async (tx) => {
        const before = (await knownAttrs(tx)).find((attr) => attr.id === id);
        if (!before) throw new Failure('notFound');
        await sql`update flow_attr set name = ${name}, value_type = ${valueType}, value_format = ${valueFormat}, currency = ${currency}, choices = ${JSON.stringify(choices)}::jsonb where id = ${id}`.execute(
          tx.as(),
        );
        caller.operation.note(before.attrKey, {
          before: noted(before),
          after: { name, valueType, valueFormat, currency, choices },
        });
        return null;
      }),
  };
}
