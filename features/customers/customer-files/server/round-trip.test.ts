import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { languages } from '#shared/languages.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { IMPORT_FIELDS } from '../core/import-fields.ts';
import { importHouse, type ImportDesk } from './import.fixture.ts';

// Files that went out come in again, through the real import.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let house: Awaited<ReturnType<typeof importHouse>>;
beforeAll(async () => {
  house = await importHouse();
});
afterAll(() => house.close());

const get = async ({ member }: ImportDesk, url: string, payload?: object): Promise<Buffer> => {
  const answer = await house.server.built.http.inject({
    method: payload ? 'POST' : 'GET',
    url: `/admin/cdp/customer/${url}`,
    headers: { authorization: `Bearer ${member.token}` },
    ...(payload ? { payload } : {}),
  });
  if (!answer.headers['content-disposition']) throw new Error(answer.body.slice(0, 300));
  return answer.rawPayload;
};

async function furnished(desk: ImportDesk) {
  const ask = async (path: string, body: object) =>
    (await house.server.ask('POST', path, { token: desk.member.token, body })).data.id as number;
  const field = (name: string, type: number, more: object = {}) =>
    ask('/admin/saas_plat/field_config/custom', { name, type, ...more });
  const fields = {
    born: await field('Born', VariableType.date, { format: String(DateFormat.monthFirst) }),
    debt: await field('Debt', VariableType.price, { currency: 'MXN' }),
    other: await field('Other number', VariableType.phone),
    score: await field('Score', VariableType.number),
    tier: await field('Tier', VariableType.choice, { options: ['gold', 'silver'] }),
    from: await field('From', VariableType.time),
    code: await field('Code', VariableType.sequence),
    word: await field('Word', VariableType.text),
  };
  return {
    fields,
    tags: [
      await ask('/admin/cdp/tag', { name: 'VIP', colour: 'blue', group_id: null }),
      await ask('/admin/cdp/tag', { name: 'Late payer', colour: 'red', group_id: null }),
    ],
  };
}

test.each(languages)('[CDP-02] the example file in %s names every field as the import knows it', async (language) => {
  const desk = await house.importer(undefined, { language });
  const { fields } = await furnished(desk);
  const { columns } = await desk.upload(await get(desk, 'demoDown?kind=csv'), 'example.csv');
  expect(columns.map(({ guess }) => guess)).toEqual([
    ...IMPORT_FIELDS,
    ...Object.values(fields).map((id) => `custom:${id}`),
  ]);
});

test('[CDP-02] the example file is imported as it is', async () => {
  const desk = await house.importer();
  const { fields } = await furnished(desk);
  const checked = await desk.check(await get(desk, 'demoDown?kind=csv'), {}, 'example.csv');
  expect([checked, await desk.errors(checked.id)]).toMatchObject([
    { state: 'checked', rows: 2, added: 2, wrong: 0 },
    [],
  ]);
  const done = await desk.import(await get(desk, 'demoDown'), {}, 'example.xlsx');
  expect([done, await desk.errors(done.id)]).toMatchObject([{ state: 'done', added: 2, wrong: 0 }, []]);
  const [maria, wang] = await desk.customers();
  expect([maria, wang]).toMatchObject([
    {
      full_name: 'María López',
      phones: [{ number: '525512345678' }],
      tags: [{ name: 'VIP' }],
      fields: { [fields.born]: '2026-01-31', [fields.debt]: 1_250, [fields.from]: '09:30:00' },
    },
    { full_name: '王伟', phones: [{ number: '8613812345678' }] },
  ]);
});

test.each(['csv', 'xlsx'])(
  '[CDP-02] [complaint 17] what was exported as %s is imported elsewhere as it was, and at home changes nothing',
  async (kind) => {
    const home = await house.importer(undefined, { language: 'es-MX', timeZone: 'Asia/Kolkata', name: 'Sofía' });
    const { fields, tags } = await furnished(home);
    await home.add({
      full_name: '=HYPERLINK("x")',
      company: "'+quoted",
      phones: [{ number: '+525512345678' }, { number: '+14155550100' }],
      emails: ['a@mail.example', 'b@mail.example'],
      tag_ids: tags,
      owner_id: home.member.userId,
      language: 'es',
      country: 'MX',
      time_zone: 'America/Mexico_City',
      note: '- one\n"two", three\tfour',
      do_not_call: true,
      consent: 1,
      fields: {
        [fields.born]: '1990-02-01',
        [fields.debt]: -12.5,
        [fields.other]: '+525587654321',
        [fields.score]: 1_234.5,
        [fields.tier]: 'silver',
        [fields.from]: '08:15:00',
        [fields.code]: '007',
        [fields.word]: '@here',
      },
    });
    await home.add({ full_name: '王伟', phones: [{ number: '+8613812345678' }] });
    const columns = [
      'full_name',
      'company',
      'phone',
      'email',
      'owner',
      'language',
      'time_zone',
      'country',
      'tag',
      'do_not_call',
      'do_not_text',
      'consent',
      'note',
      ...Object.values(fields).map((id) => `custom:${id}`),
    ];
    const bytes = await get(home, 'export', { kind, columns });
    const again = await home.import(bytes, { duplicates: 'update', days: 'monthFirst' }, `x.${kind}`);
    expect([again, await home.errors(again.id)]).toMatchObject([{ rows: 2, added: 0, updated: 0, wrong: 0 }, []]);

    const away = await house.importer(undefined, { name: 'Sofía' });
    const there = await furnished(away);
    const imported = await away.import(bytes, { days: 'monthFirst' }, `x.${kind}`);
    expect([imported, await away.errors(imported.id)]).toMatchObject([{ rows: 2, added: 2, wrong: 0 }, []]);
    const facts = async (desk: ImportDesk, ids: Record<string, number>) =>
      (await desk.customers())
        .map(
          ({
            full_name,
            company,
            phones,
            emails,
            owner_name,
            language,
            time_zone,
            country,
            tags: marks,
            note,
            do_not_call,
            do_not_text,
            consent,
            fields: own,
          }) => ({
            full_name,
            company,
            phones,
            emails,
            owner_name,
            language,
            time_zone,
            country,
            marks: marks.map(({ name }) => name).toSorted(),
            note,
            do_not_call,
            do_not_text,
            consent,
            own: Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, own[String(id)] ?? null])),
          }),
        )
        .toSorted((a, b) => a.full_name.localeCompare(b.full_name));
    expect(await facts(away, there.fields)).toEqual(await facts(home, fields));
  },
);
