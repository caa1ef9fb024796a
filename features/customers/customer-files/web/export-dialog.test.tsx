import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '#platform/web/page.fixture.tsx';
import { customerFilesApi } from '../contract.ts';
import ExportDialog from './export-dialog.tsx';
import { customerFiles } from './index.ts';

const columns = [
  { value: 'full_name', label: 'Name' },
  { value: 'phone', label: 'Phone' },
  { value: 'custom:5', label: 'Tier' },
];
const saved: string[] = [];
const closed = vi.fn<() => void>();
afterEach(() => (vi.unstubAllGlobals(), vi.restoreAllMocks(), closed.mockReset(), void (saved.length = 0)));

async function show(some: Partial<Parameters<typeof ExportDialog>[0]>, answer: () => Response) {
  const asked: { url: string; body: unknown }[] = [];
  vi.stubGlobal(
    'fetch',
    async (url: string, init: RequestInit) => (
      asked.push({ url, body: init.body ? JSON.parse(String(init.body)) : null }),
      url.includes('export') ? answer() : new Response('{"code":0,"data":[],"msg":""}')
    ),
  );
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await showPage(
    <ExportDialog
      search={{ words: 'prado' }}
      mine={false}
      total={12}
      capped={false}
      columns={columns}
      shown={['phone', 'full_name']}
      onClose={closed}
      {...some}
    />,
    { feature: customerFiles },
  );
  return asked;
}
const file = () => new Response('a', { headers: { 'content-disposition': 'attachment; filename="customers.xlsx"' } });
const task = () =>
  new Response(JSON.stringify({ code: 0, data: { task_id: 3 }, msg: '' }), {
    headers: { 'content-type': 'application/json' },
  });

test('[CDP-02] a few customers come at once as a file, with the columns the list shows in their order', async () => {
  const asked = await show({}, file);
  expect(screen.getByText(/12 customers\. The file comes at once/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Excel (xlsx)' }));
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(asked).toContainEqual({
    url: customerFilesApi.export.path,
    body: { search: { words: 'prado' }, kind: 'xlsx', columns: ['phone', 'full_name'] },
  });
  expect(saved).toEqual(['customers.xlsx']);
});

test('[CDP-02] [complaint 17] many become a task, and the notice leads to the downloads', async () => {
  const asked = await show({ total: 10_000, capped: true, mine: true }, task);
  expect(screen.getByText(/10,000\+ customers\. The file is written in the background/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'All 3 columns' }));
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByRole('button', { name: 'Show downloads' })).toBeTruthy();
  expect(asked).toContainEqual({
    url: customerFilesApi.myExport.path,
    body: { search: { words: 'prado' }, kind: 'csv', columns: ['full_name', 'phone', 'custom:5'] },
  });
  expect(saved).toEqual([]);
});

test('[CDP-02] a refusal keeps the dialog open', async () => {
  await show(
    {},
    () =>
      new Response(JSON.stringify({ code: 403, data: null, msg: '' }), {
        headers: { 'content-type': 'application/json' },
      }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('data-loading')).toBe(false));
  expect(closed).not.toHaveBeenCalled();
});
