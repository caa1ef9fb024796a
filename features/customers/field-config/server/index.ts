import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { CUSTOM_FIELDS_MOST, FIELDS_CHANGED, fieldConfigApi, type FieldColumn, type FieldList } from '../contract.ts';
import { arrangedColumns, customIdOf, NEVER_ARRANGED, ownColumn } from './arranged-columns.ts';
import { checkedField } from './checked-field.ts';
import { demoFields } from './demo.ts';
import { fieldConfigRepo, type ColumnRow } from './field-config.repo.ts';

export {
  customFields,
  customFieldsOf,
  fieldConfigRepo,
  fieldsOfCustomers,
  maskedFields,
  type CustomFieldRow,
  type FieldsOfCustomers,
} from './field-config.repo.ts';

const CLEAR = 'field-config.clear';
const CLEAR_CHUNK = 5_000;

type Wish = Partial<ColumnRow> & { key: string };

interface GoneField {
  tenantId: number;
  fieldId: number;
}

/**
 * Takes the values of a deleted field from `most` customers at most, those with the smallest ids above `after`; answers from
 * whom. Handed in by whoever keeps customers: customers know their fields.
 */
export type ClearField = (tx: Tx, field: GoneField, after: number, most: number) => Promise<number[]>;

/** The columns of a list as the tenant arranged them; `nameOf` names those it has given no name. */
export async function columnsOf(
  tx: TenantTx,
  list: FieldList,
  nameOf: (key: string) => string,
): Promise<FieldColumn[]> {
  const repo = fieldConfigRepo(tx);
  return arrangedColumns(list, await repo.columns(list), await repo.custom(), nameOf);
}

/** The fields a tenant has invented for its customers, and the columns of its lists. */
export const fieldConfigWith =
  (clearField: ClearField) =>
  (world: Pick<World, 'db' | 'texts'>): ServerFeature =>
    fieldConfig(world, clearField);

function fieldConfig({ db, texts }: Pick<World, 'db' | 'texts'>, clearField: ClearField): ServerFeature {
  const read = (caller: Caller, list: FieldList): Promise<FieldColumn[]> =>
    db.tenant(caller, (tx) =>
      columnsOf(tx, list, (key) => texts.say(caller.language, `field-config.column.${list}.${key}`)),
    );

  const changed = (tx: TenantTx): Promise<void> => tx.push({ kind: FIELDS_CHANGED, body: {} });

  /** What a list does not have is refused; what cannot be hidden, asked for or masked stays as it is. */
  async function arrange(tx: TenantTx, list: FieldList, wishes: readonly Wish[]): Promise<void> {
    const repo = fieldConfigRepo(tx);
    const custom = new Set(list === 'customers' ? (await repo.custom()).map(({ id }) => id) : []);
    const arranged = new Set((await repo.columns(list)).map(({ key }) => key));
    const kept = wishes.map((wish): Wish => {
      if (custom.has(customIdOf(wish.key))) return wish;
      const column = ownColumn(list, wish.key);
      if (!column) throw new Failure('invalidInput', wish.key);
      return {
        ...(arranged.has(wish.key) ? {} : { shown: column.shown, position: NEVER_ARRANGED + column.place }),
        ...wish,
        ...(column.always ? { shown: true } : {}),
        ...(column.requirable ? {} : { required: false }),
        ...(column.maskable ? {} : { masked: false }),
      };
    });
    if (new Set(kept.map(({ key }) => key)).size !== kept.length) throw new Failure('invalidInput', 'a column twice');
    await repo.arrange(list, kept);
    for (const { key, required, masked } of kept)
      if (custom.has(customIdOf(key)) && (required !== undefined || masked !== undefined))
        await repo.oblige(customIdOf(key), { required, masked });
    await changed(tx);
  }

  /** Takes the values of a deleted field from its customers, some thousands at a time. */
  async function clear(field: GoneField): Promise<void> {
    for (let after = 0; ;) {
      const ids = await db.everyTenant('clears a deleted field', (tx) => clearField(tx, field, after, CLEAR_CHUNK));
      if (ids.length < CLEAR_CHUNK) return;
      after = ids.reduce((most, id) => Math.max(most, id), after);
    }
  }

  return {
    name: 'field-config',
    menu: [
      {
        key: '/settings/fields',
        name: 'field-config.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 46,
        access: 'field-config.edit',
        icon: 'sliders-horizontal',
      },
    ],
    jobs: [{ task: CLEAR, run: clear }],
    demo: demoFields,
    routes: routes('field-config', fieldConfigApi, {
      list: (caller) => read(caller, 'customers'),
      centreList: (caller, { list }) => read(caller, list),
      display: (caller, { columns }) =>
        db.tenant(caller, async (tx) => {
          await arrange(tx, 'customers', columns as Wish[]);
          return null;
        }),
      batchDisplay: (caller, { list, columns }) =>
        db.tenant(caller, async (tx) => {
          await arrange(tx, list, columns as Wish[]);
          caller.operation.note(list);
          return null;
        }),
      batchEdit: (caller, { list, columns }) =>
        db.tenant(caller, async (tx) => {
          if (columns.some(({ key }) => customIdOf(key) > 0))
            throw new Failure('invalidInput', 'a custom field is named where it is made');
          await arrange(tx, list, columns);
          caller.operation.note(list);
          return null;
        }),
      addCustom: (caller, { type, ...fields }) =>
        db.tenant(caller, async (tx) => {
          const repo = fieldConfigRepo(tx);
          if ((await repo.custom()).length >= CUSTOM_FIELDS_MOST)
            throw new Failure('invalidInput', `at most ${CUSTOM_FIELDS_MOST} fields`);
          const id = await repo.addCustom({ type, ...checkedField(type, fields) });
          caller.operation.note(fields.name);
          await changed(tx);
          return { id };
        }),
      updateCustom: (caller, { id, ...fields }) =>
        db.tenant(caller, async (tx) => {
          const repo = fieldConfigRepo(tx);
          const before = (await repo.custom()).find((field) => field.id === id);
          if (!before) throw new Failure('notFound');
          const after = checkedField(before.type, fields);
          await repo.updateCustom(id, after);
          const { id: _, type: __, ...was } = before;
          caller.operation.note(after.name, { before: was, after });
          await changed(tx);
          return null;
        }),
      removeCustom: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          const repo = fieldConfigRepo(tx);
          const before = (await repo.custom()).find((field) => field.id === id);
          if (!before) throw new Failure('notFound');
          await repo.removeCustom(id);
          await tx.enqueue(CLEAR, { tenantId: caller.tenantId, fieldId: id });
          caller.operation.note(before.name);
          await changed(tx);
          return null;
        }),
    }),
  };
}
