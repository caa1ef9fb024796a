import { IMPORT_FIELDS, type ImportField } from '../core/import-fields.ts';
import { columnsOf, customFieldsOf, type CustomFieldRow } from '#features/customers/field-config/server/index.ts';
import { tagNames } from '#features/customers/tags/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tableFile, tableMediaTypes, type Cell, type Row, type TableColumn } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { customerFilesApi } from '../contract.ts';
import { BETWEEN, customLook } from './export-columns.ts';

/** An example of each field for two customers. Brackets keep a csv file from taking a number for a sum. */
const examples: Record<Exclude<ImportField, 'tags' | 'owner'>, readonly [Cell, Cell]> = {
  full_name: ['María López', '王伟'],
  first_name: ['María', '伟'],
  last_name: ['López', '王'],
  company: ['Café Azul', ''],
  phone: ['(+52) 55 1234 5678', '(+86) 138 1234 5678'],
  email: [`maria@example.com${BETWEEN}ventas@example.com`, 'wang@example.com'],
  language: ['es', 'zh'],
  country: ['MX', 'CN'],
  time_zone: ['America/Mexico_City', 'Asia/Shanghai'],
  note: ['', ''],
  do_not_call: ['', ''],
  do_not_text: ['', ''],
  consent: ['', ''],
};
/** In a list a tag's name may not hold what stands between two of them. */
const STANDS_BETWEEN = /[;,|\n，；、]/;

function customExamples({ type, options }: CustomFieldRow): [Cell, Cell] {
  switch (type) {
    case VariableType.number:
      return [42, 7.5];
    case VariableType.price:
      return [1_250, 99.9];
    case VariableType.phone:
      return ['(+52) 55 8765 4321', '(+86) 139 8765 4321'];
    case VariableType.sequence:
      return ['1001', '1002'];
    case VariableType.date:
      return ['2026-01-31', '2026-12-01'];
    case VariableType.time:
      return ['09:30:00', '18:00:00'];
    case VariableType.choice:
      return [options[0] ?? '', options[1] ?? options[0] ?? ''];
    default:
      return ['A', 'B'];
  }
}

/** An example of the file an import wants: every column the tenant can fill, and two customers that can be imported as they are. */
export function templateHandler({
  db,
  texts,
  clock,
}: Pick<World, 'db' | 'texts' | 'clock'>): Handlers<Pick<typeof customerFilesApi, 'template'>>['template'] {
  async function columns(caller: Caller): Promise<(TableColumn & { examples: readonly [Cell, Cell] })[]> {
    const say = (key: string): string => texts.say(caller.language, `customers.field.${key}`);
    return db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      const arranged = new Map((await columnsOf(tx, 'customers', say)).map((column) => [column.key, column]));
      const tags = [...(await tagNames(tx)).values()]
        .map(({ name }) => name)
        .filter((name) => !STANDS_BETWEEN.test(name));
      const isAsked = (key: string): boolean => arranged.get(key)?.required === true;
      const own = IMPORT_FIELDS.map((field) => {
        const key = field === 'tags' ? 'tag' : field;
        const shown: readonly [Cell, Cell] =
          field === 'tags'
            ? [tags[0] ?? '', tags[1] ?? tags[0] ?? '']
            : field === 'owner'
              ? isAsked('owner')
                ? [caller.name, caller.name]
                : ['', '']
              : examples[field];
        // What must be filled in is, with the first one's value.
        return {
          title: arranged.get(key)?.name ?? say(key),
          width: 20,
          examples: isAsked(key) ? ([shown[0] || 'A', shown[1] || shown[0] || 'A'] as const) : shown,
        };
      });
      const custom = [...(await customFieldsOf(tx)).values()].map((field) => {
        const { kind = 'text', width } = customLook(field);
        return { title: field.name, kind, width, examples: customExamples(field) };
      });
      return [...own, ...custom];
    });
  }

  return async (caller, { kind }) => {
    const shown = await columns(caller);
    const rows: Row[] = [shown.map(({ examples: [first] }) => first), shown.map(({ examples: [, second] }) => second)];
    const pieces: Uint8Array[] = [];
    for await (const piece of tableFile(kind, {
      notes: [],
      columns: shown,
      batches: once(rows),
      sheets: { table: texts.say(caller.language, 'customers.name'), notes: '' },
      atMs: clock.nowMs(),
    }))
      pieces.push(piece);
    const body = Buffer.concat(pieces);
    return { name: `customers.${kind}`, mediaType: tableMediaTypes[kind], body, bytes: body.length };
  };
}

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
