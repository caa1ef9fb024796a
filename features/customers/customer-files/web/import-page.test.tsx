import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fieldConfigApi } from '#features/customers/field-config/contract.ts';
import { seatsApi } from '#features/team/seats/contract.ts';
import { tagsApi } from '#features/customers/tags/contract.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { presentToasts, type Toast } from '#platform/web/toast.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import {
  customerFilesApi,
  IMPORT_PROGRESS,
  type CustomerImport,
  type ImportPreview,
  type WrongRow,
} from '../contract.ts';
import ImportPage from './import-page.tsx';
import { toastImports } from './import-news.ts';
import { customerFiles } from './index.ts';
import OneImportPage from './one-import-page.tsx';

const anImport = (some: Partial<CustomerImport> = {}): CustomerImport => ({
  id: 4,
  file_name: 'people.csv',
  state: 'uploaded',
  rows: 10_000,
  done: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  wrong: 0,
  author: 'Ana',
  created_at: '2026-11-15 10:00:00',
  finished_at: null,
  reason: '',
  ...some,
});
const columns = [
  { column: 0, title: 'Nombre', guess: 'full_name', samples: ['Lucía Prado', '王小明'] },
  { column: 1, title: 'Celular', guess: 'phone', samples: ['55 5550 1477'] },
  { column: 2, title: '', guess: null, samples: [] },
];
const aPreview = (some: Partial<CustomerImport> = {}): ImportPreview => ({
  import: anImport(some),
  columns,
  encoding: 'windows-1252',
  delimiter: ';',
  wish: null,
});
const checked = { state: 'checked', done: 10_000, added: 9_812, updated: 120, wrong: 68 } as const;
const wrongPath = customerFilesApi.wrongRows.path.replace('{id}', '4');
let wrongRows: WrongRow[] = [];
const previewPath = customerFilesApi.preview.path.replace('{id}', '4');

afterEach(() => vi.unstubAllGlobals());

/** The server as the test tells it to stand. */
let stands: ImportPreview;
let past: CustomerImport[];
beforeEach(() => {
  sessionStorage.clear();
  stands = aPreview();
  past = [];
  wrongRows = [];
});

async function show(at = '/customers/import/4') {
  const changeImport = (some: Partial<CustomerImport>) => (
    (stands = { ...stands, import: { ...stands.import, ...some } }),
    stands.import
  );
  const asked = fakeServer(({ url, method }) => {
    const path = url.split('?')[0]!;
    if (path === customerFilesApi.check.path) return { data: changeImport({ state: 'checking', done: 0 }) };
    if (path === customerFilesApi.start.path) return { data: changeImport({ state: 'importing', done: 0 }) };
    if (path === customerFilesApi.cancel.path)
      return { data: (changeImport({ state: 'cancelled', finished_at: '2026-11-15 10:01:00' }), null) };
    return {
      data:
        {
          [previewPath]: stands,
          [customerFilesApi.imports.path]: past,
          [wrongPath]: wrongRows,
          [tagsApi.list.path]: [{ id: 9, name: 'VIP', colour: 'green', group_id: null, position: 1, customers: 5 }],
          [seatsApi.seatUsers.path]: [{ id: 7, name: 'Budi' }],
          [fieldConfigApi.list.path]: [
            { key: 'company', name: 'Firm', ownName: 'Firm', custom: null },
            { key: 'custom:5', name: 'Tier', ownName: '', custom: { id: 5, name: 'Tier' } },
            {
              key: 'custom:6',
              name: 'Birthday',
              ownName: '',
              custom: { id: 6, name: 'Birthday', type: VariableType.date },
            },
          ],
        }[method === 'GET' || method === 'POST' ? path : ''] ?? null,
    };
  });
  await showPage(
    <Routes>
      <Route path="/customers/import" element={<ImportPage />} />
      <Route path="/customers/import/:id" element={<OneImportPage />} />
    </Routes>,
    {
      at,
      viewer: aViewer({
        functions: new Set([
          'customers.use',
          'customers.view',
          'customer-files.import',
          'tags.use',
          'field-config.use',
        ]),
      }),
      feature: customerFiles,
    },
  );
  const sent = (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body);
  const news = (some: Partial<CustomerImport>) => act(() => deliverEvent(IMPORT_PROGRESS, changeImport(some)));
  return { sent, news };
}
const step = () => document.querySelector('[aria-current="step"]')?.textContent;
/** Types what is looked for and takes it from the list that opens. */
const choose = async (name: string, option: string) => {
  const field =
    document.querySelector<HTMLElement>(`input[aria-label="${name}"]`) ??
    screen.getByLabelText(name, { selector: 'input' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: option } });
  fireEvent.click(await screen.findByText(option, { selector: '[role="option"], [role="option"] *' }));
};

test('[CDP-02] columns are shown with samples and guesses, mapped otherwise, and the file is checked before anything is written', async () => {
  const { sent } = await show();
  expect(await screen.findByText('Lucía Prado')).toBeTruthy();
  expect(step()).toBe('2 Columns');
  expect(screen.getByText(/10,000 rows · read as Windows-1252, separated by semicolons/)).toBeTruthy();
  expect((screen.getByRole('combobox', { name: 'What “Nombre” becomes' }) as HTMLInputElement).value).toBe('Name');
  expect((screen.getByRole('combobox', { name: 'What “Column 3” becomes' }) as HTMLInputElement).value).toBe(
    'Leave out',
  );
  await choose('What “Column 3” becomes', 'Tier');
  await choose('Country of the numbers in “Celular”', 'Mexico');
  fireEvent.click(screen.getByRole('radio', { name: 'Update that customer from the file' }));
  await choose('Tags for all', 'VIP');
  await choose('Owner of all', 'Budi');
  fireEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByText('Checking people.csv')).toBeTruthy();
  expect(sent(customerFilesApi.check.path)).toEqual([
    {
      id: 4,
      duplicates: 'update',
      tag_ids: [9],
      owner_id: 7,
      mapping: [
        { column: 0, field: 'full_name' },
        { column: 1, field: 'phone:MX' },
        { column: 2, field: 'custom:5' },
      ],
    },
  ]);
  expect(sent(customerFilesApi.start.path)).toEqual([]);
});

test('days that read both ways are asked about with days of the file, before anything is checked', async () => {
  const days = { order: 'either' as const, examples: ['03/04/1990', '05/06/1991'] };
  stands = {
    ...aPreview(),
    columns: [
      ...columns.slice(0, 2),
      { column: 2, title: 'Nacimiento', guess: 'custom:6', samples: days.examples, days },
    ],
  };
  const { sent } = await show();
  const question = await screen.findByRole('radiogroup', { name: 'Which comes first in “Nacimiento”?' });
  expect(
    within(question).getByLabelText(/^The day: 03\/04\/1990 is Apr 3, 1990 and 05\/06\/1991 is Jun 5, 1991/),
  ).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Check the file' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  fireEvent.click(within(question).getByLabelText(/^The month: 03\/04\/1990 is Mar 4, 1990/));
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
  await screen.findByText('Checking people.csv');
  expect(sent(customerFilesApi.check.path)).toMatchObject([
    { mapping: [{}, {}, { column: 2, field: 'custom:6', days: 'monthFirst' }] },
  ]);
});

test('what was wrong stands on the screen: line, column, what stands there, and why', async () => {
  stands = aPreview({ ...checked, wrong: 2 });
  wrongRows = [
    { line: 3, wrongs: [{ column: 'Celular', why: 'phone', value: 'no tengo' }] },
    { line: 9, wrongs: [{ column: null, why: 'noContact', value: '' }] },
  ];
  await show();
  const table = within(await screen.findByRole('region', { name: 'What is wrong' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'LineColumnWhat stands thereWhat is wrong with it',
    expect.stringMatching(/^3Celularno tengo/),
    expect.stringMatching(/^9whole row/),
  ]);
});

test('[CDP-02] checking and writing show how far they are; between them stands what writing will do', async () => {
  stands = aPreview({ state: 'checking' });
  const { sent, news } = await show();
  await screen.findByText('Checking people.csv');
  news({ done: 2_500 });
  expect(await screen.findByText('2,500 of 10,000 rows')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Checking people.csv' }).getAttribute('aria-valuenow')).toBe('25');
  news(checked);
  expect(
    within(await screen.findByRole('list', { name: 'Counts' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['9,812 new', '120 updated', '68 wrong']);
  expect(screen.getByRole('button', { name: 'Download 68 wrong rows' })).toBeTruthy();
  expect(sent(customerFilesApi.start.path)).toEqual([]);

  fireEvent.click(screen.getByRole('button', { name: 'Import 9,932 customers' }));
  expect(await screen.findByText('Importing people.csv')).toBeTruthy();
  expect(step()).toBe('4 Import');
  news({ state: 'done', finished_at: '2026-11-15 10:02:00' });
  expect((await screen.findByRole('link', { name: 'Show the new customers' })).getAttribute('href')).toContain(
    '/customers?condition=',
  );
});

test('[CDP-02] a mapping that names nobody or fills a field twice cannot be checked, and says why', async () => {
  await show();
  await screen.findByText('Lucía Prado');
  await choose('What “Column 3” becomes', 'Name');
  expect(screen.getByText('Only one column can become each of these: Name.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check the file' }).hasAttribute('disabled')).toBe(true);
  for (const name of ['Nombre', 'Celular', 'Column 3']) await choose(`What “${name}” becomes`, 'Leave out');
  expect(screen.getByText(/At least one column must be a name/)).toBeTruthy();
  await choose('What “Nombre” becomes', 'Firm');
  expect(screen.getByText(/Neither phone numbers nor e-mail addresses/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check the file' }).hasAttribute('disabled')).toBe(false);
});

test('[CDP-02] an import is found again where it stands, and its columns can be chosen once more', async () => {
  stands = aPreview(checked);
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change columns' }));
  expect(step()).toBe('2 Columns');
  fireEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  await waitFor(() => expect(sent(customerFilesApi.check.path)).toHaveLength(1));
});

test('[CDP-02] an import that changes nothing cannot be started', async () => {
  stands = aPreview({ ...checked, added: 0, updated: 0, wrong: 0, skipped: 10_000 });
  await show();
  expect(await screen.findByText(/you have all of these customers already/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import' }).hasAttribute('disabled')).toBe(true);
});

test('[CDP-02] writing is stopped after a question, and what ended without customers says so', async () => {
  stands = aPreview({ state: 'importing', done: 10 });
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  fireEvent.click(await within(await screen.findByRole('alertdialog')).findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('The import was cancelled')).toBeTruthy();
  expect(sent(customerFilesApi.cancel.path)).toEqual([{ id: 4 }]);
  expect(screen.getByText('No customer was added or changed.')).toBeTruthy();
});

test('[CDP-02] a failed import says why', async () => {
  stands = aPreview({ state: 'failed', reason: 'tooLarge', finished_at: '2026-11-15 10:02:00' });
  await show();
  expect(await screen.findByText('The import failed')).toBeTruthy();
  expect(screen.getByText(/No customer was added or changed\./).textContent!.length).toBeGreaterThan(45);
});

test('[CDP-02] an uploaded file leads to its own address; imports of the past are listed', async () => {
  let answer: (envelope: object) => void = () => {};
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      responseText = '';
      onload = () => {};
      onloadend = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        answer = (envelope) => ((this.responseText = JSON.stringify(envelope)), this.onload(), this.onloadend());
      }
    },
  );
  past = [
    anImport({ id: 3, file_name: 'old.xlsx', state: 'done', added: 12, wrong: 1 }),
    anImport({ id: 2, file_name: 'half.csv' }),
  ];
  await show('/customers/import');
  expect((await screen.findByRole('link', { name: 'old.xlsx' })).getAttribute('href')).toBe('/customers/import/3');
  expect(screen.getByText(/12 new · 1 wrong/)).toBeTruthy();
  expect(screen.getByText('Not finished')).toBeTruthy();
  fireEvent.drop(screen.getByRole('group', { name: 'File with customers' }), {
    dataTransfer: { files: [new File(['a'], 'people.csv')] },
  });
  await act(async () => answer({ code: 0, data: stands, msg: '' }));
  expect(await screen.findByText('Lucía Prado')).toBeTruthy();
});

test('[CDP-02] whoever went to another page is told how the import ended', async () => {
  const notices: Toast[] = [];
  const went: string[] = [];
  await show('/customers/import');
  presentToasts((notice) => notices.push(notice));
  const stop = toastImports({ go: (address) => went.push(address) }, customerFiles);
  deliverEvent(IMPORT_PROGRESS, anImport({ state: 'importing' }));
  deliverEvent(IMPORT_PROGRESS, anImport({ state: 'done', added: 3, finished_at: '2026-11-15 10:02:00' }));
  await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(['people.csv is imported: 3 new, 0 updated']));
  notices[0]!.action!.run();
  expect(went).toEqual(['/customers/import/4']);
  stop();
});
