import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wallClock } from '../core/wall-clock.ts';
import { customerFields } from '#core/customer/condition.ts';
import { CustomerSearch } from '#features/customers/customers/contract.ts';
import { readTenantFields } from '#features/customers/customers/server/index.ts';
import { columnsOf } from '#features/customers/field-config/server/index.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { csvOf, type Row } from '#platform/server/csv.ts';
import { tableFile } from '#platform/server/table-file.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { languages } from '#shared/languages.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { csvWriter, type CopiedColumn } from './copied-csv.ts';
import { copiedRows } from './copied-rows.ts';
import { BETWEEN, exportColumns } from './export-columns.ts';
import { exportNames } from './export-names.ts';
import { readExport } from './export-rows.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

const texts = loadTexts();
const zones = [
  'UTC',
  'America/Mexico_City',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Africa/Monrovia',
  'Pacific/Apia',
  'Asia/Singapore',
];
const AWKWARD = [
  '',
  ' ',
  '\\N',
  '\\',
  '\\.',
  'N',
  '\t',
  'a\tb',
  'line\nbreak',
  '\r\n',
  '\rx',
  '=1+1',
  '+52',
  '-',
  '@x',
  "'",
  "'=x",
  "''+",
  '＝x',
  '＋',
  '－',
  '＠',
  '\uF900',
  'ﬁ',
  '"',
  'say "hi"',
  'a,b',
  '\b\f\v',
  '😀',
  '-👩‍👩‍👧',
  '王伟明',
  'Núñez',
  '{a,b}',
  '{}',
  'NULL',
  '\uFEFFx',
  'x'.repeat(70),
  '2026-03-01 20:00:00',
  '007',
  '1e3',
  '-12.50',
  '0',
];
const word = fc
  .oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .map((text) => text.toWellFormed().replaceAll('\0', ''));
const digits = fc.stringMatching(/^\d{1,15}$/);
const moment = fc
  .oneof(
    fc.integer({ min: Date.UTC(1850, 0, 1), max: Date.UTC(2100, 0, 1) }),
    // Around the hours when clocks are set.
    fc
      .tuple(
        fc.constantFrom(
          Date.UTC(2026, 2, 29, 1),
          Date.UTC(2026, 3, 4, 15),
          Date.UTC(2026, 10, 1, 4),
          Date.UTC(1972, 0, 7),
          Date.UTC(2011, 11, 30, 10),
          Date.UTC(1986, 0, 1),
          Date.UTC(1938, 5, 1),
        ),
        fc.integer({ min: -7_200_000, max: 7_200_000 }),
      )
      .map(([at, away]) => at + away),
  )
  .map((atMs) => new Date(atMs).toISOString());

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString('latin1');
}

test('[CDP-02] [complaint 17] whatever fields hold, bytes stand in a csv file as rows would be written', async () => {
  const tenantId = await aTenant(opened.db);
  const names = new Map([
    ['', ''],
    ['=1+1', '=sum'],
    ['a,b', 'long '.repeat(200)],
  ]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          text: fc.option(word),
          other: word,
          numbers: fc.array(fc.oneof({ weight: 9, arbitrary: digits }, { weight: 1, arbitrary: word }), {
            maxLength: 3,
          }),
          at: fc.option(moment),
        }),
        { minLength: 1, maxLength: 40 },
      ),
      fc.constantFrom(...zones),
      async (rows, zone) => {
        const at = wallClock(zone);
        const columns: CopiedColumn[] = [
          { shape: 'other', cell: (field) => names.get(field) ?? field },
          { shape: 'text', cell: (field) => field },
          {
            shape: 'numbers',
            cell: (field) =>
              field === '{}' || field === '' ? '' : `+${field.slice(1, -1).split(',').join(`${BETWEEN}+`)}`,
          },
          { shape: 'moment', cell: (field) => (field === '' ? '' : at(field.slice(0, 19))) },
          { shape: 'other', cell: (field) => (Number.isFinite(Number(field)) && field !== '' ? Number(field) : field) },
        ];
        const query = sql`select r.other, r.text, r.numbers::text[], r.at, r.other, 7 from unnest(${rows.map(({ other }) => other)}::text[], ${rows.map(({ text }) => text)}::text[], ${rows.map(({ numbers }) => `{${numbers.map((one) => `"${one.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`)}::text[], ${rows.map((row) => row.at)}::timestamptz[]) with ordinality as r (other, text, numbers, at, place) order by place`;
        const pieces: Buffer[] = [];
        for await (const piece of opened.db.copyOut({ tenantId }, query)) pieces.push(piece);
        const write = csvWriter(columns);
        const written = Buffer.concat(pieces.map((piece) => write(piece)));
        // A second time everything is known already.
        expect(Buffer.concat(pieces.map((piece) => write(piece))).equals(written)).toBe(true);
        const wanted = await joined(
          csvOf({
            header: [],
            batches: (async function* () {
              for (const piece of pieces)
                yield copiedRows(
                  piece,
                  columns.map(({ cell }) => cell),
                ) as Row[];
            })(),
          }),
        );
        expect(written.toString('latin1')).toBe(wanted.slice('\xef\xbb\xbf\r\n'.length));
      },
    ),
    { numRuns: 150 },
  );
});

test('[CDP-02] ever so many different names are told apart', async () => {
  const piece = Buffer.from(
    Array.from({ length: 30_000 }, (_, n) => `${100_000 + ((n * 7_919) % 30_000)}\t1\n`).join(''),
  );
  const written = csvWriter([{ shape: 'other', cell: (field) => `name of ${field}` }])(piece).toString();
  expect(written).toBe(piece.toString().replaceAll(/(\d+)\t1\n/g, 'name of $1\r\n'));
});

test('[CDP-02] [SEC-01] a csv file of every column and field type is byte for byte what its rows would make, with stars and without', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { name: '=Owner, "the" one' });
  const types = VariableType.rows.map(({ code }) => code);
  const { rows: fields } = await db.pool.query<{ id: number; type: number }>(
    "insert into custom_field (tenant_id, name, type, options, format, currency) select $1, 'Field ' || t, t, '{}', case t when $3 then $4 else '' end, case t when $5 then 'MXN' else '' end from unnest($2::int[]) t returning id, type",
    [tenantId, types, VariableType.date, String(DateFormat.dayFirst), VariableType.price],
  );
  const {
    rows: [tag],
  } = await db.pool.query<{ id: number }>(
    "insert into tag (tenant_id, name, colour, position) values ($1, 'VIP, \"gold\"', 'blue', 1) returning id",
    [tenantId],
  );
  const values: Record<number, unknown[]> = {
    [VariableType.number]: [0, -12.5, 1e21, 1_234.5, 0.1],
    [VariableType.price]: [-0.05, 100, 12.5],
    [VariableType.phone]: ['525512345678'],
    [VariableType.date]: ['1990-02-01', '2026-12-31'],
    [VariableType.time]: ['08:15:00'],
  };
  const samples = AWKWARD.map((text, n) => ({
    tenant_id: tenantId,
    full_name: text,
    company: AWKWARD[(n + 7) % AWKWARD.length],
    note: AWKWARD[(n + 3) % AWKWARD.length],
    phones: n % 3 === 0 ? [] : n % 3 === 1 ? ['525512345678'] : ['525512345678', '14155550100'],
    phone_countries: n % 3 === 0 ? [] : n % 3 === 1 ? ['MX'] : ['MX', 'US'],
    emails: n % 2 === 0 ? [] : ['a@mail.example', '-b@mail.example'],
    owner_id: n % 2 === 0 ? owner.userId : null,
    tag_ids: n % 2 === 0 ? [] : [tag!.id, 999],
    source: 1 + (n % 5),
    language: ['', 'es', 'xx'][n % 3],
    country: ['', 'MX', 'ZZ'][n % 3],
    time_zone: ['', 'America/Mexico_City'][n % 2],
    do_not_call: n % 2 === 0,
    do_not_text: n % 3 === 0,
    consent: n % 3,
    created_at: `20${10 + (n % 80)}-03-01 20:${10 + (n % 50)}:0${n % 10}.25+00`,
    updated_at: '2026-11-01 05:59:59.999999+00',
    last_contact_at: n % 2 === 0 ? null : '1890-05-05 05:05:05+00',
    fields: Object.fromEntries(
      fields.flatMap(({ id, type }) =>
        n % 4 === 0 ? [] : [[id, (values[type] ?? AWKWARD)[n % (values[type] ?? AWKWARD).length]]],
      ),
    ),
  }));
  const keys = Object.keys(samples[0]!).join(', ');
  await db.pool.query(
    `insert into customer (${keys}) select ${keys} from jsonb_populate_recordset(null::customer, $1)`,
    [JSON.stringify(samples)],
  );
  await db.pool.query('insert into customer (tenant_id, full_name, deleted_at) values ($1, $2, now())', [
    tenantId,
    'Gone',
  ]);

  for (const needsMasking of [false, true])
    for (const [n, timeZone] of zones.entries()) {
      const who = {
        tenantId,
        userId: owner.userId,
        needsMasking,
        language: languages[n % languages.length]!,
        timeZone,
      };
      const columns = [...Object.keys(customerFields), ...fields.map(({ id }) => `custom:${id}`)];
      const { matches, file } = await readExport({ db, texts, clock: systemClock, catalogue: emptyCatalogue() }, who, {
        search: CustomerSearch.parse({}),
        kind: 'csv',
        columns,
        mine: false,
        askedMs: Date.now(),
      });
      const written = await joined(file(matches, () => {}));
      const known = await db.tenant(who, async (tx) => {
        const all = await columnsOf(tx, 'customers', (key) => texts.say(who.language, `customers.field.${key}`));
        return exportColumns(
          columns.map((key) => all.find((column) => column.key === key)!),
          await exportNames(tx, texts, who, BETWEEN),
          needsMasking ? await readTenantFields(tx) : null,
        );
      });
      const rows = async function* () {
        for await (const piece of db.copyOut(
          { tenantId },
          sql`select ${sql.join([...known.map(({ reads }) => reads), sql`c.id`])} from customer c where c.deleted_at is null order by c.id desc`,
        ))
          yield copiedRows(
            piece,
            known.map(({ cell }) => cell),
          );
      };
      const wanted = await joined(
        tableFile('csv', { notes: [], columns: known, batches: rows(), sheets: { table: '', notes: '' }, atMs: 0 }),
      );
      expect(written.slice(written.length - wanted.length + 3)).toBe(wanted.slice(3));
      expect(wanted.split('\r\n').length).toBeGreaterThan(AWKWARD.length);
      expect(written).not.toContain('Gone');
    }
});
