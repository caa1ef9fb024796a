/** The screen of a capability: a list to which one adds and from which one deletes. */
export const webFiles = ({ name, camel, Title }) => ({
  'web/index.ts': `import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Say here what it is for. */
export const ${camel} = webFeature({
  name: '${name}',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [{ path: '/settings/${camel}', title: '${name}.menu', access: '${name}.view', page: () => import('./${name}-page.tsx') }],
});
`,
  [`web/${name}-page.tsx`]: `import { ActionIcon, Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { ${camel}Api, type ${Title}Entry } from '../contract.ts';
import { AddPanel } from './parts/add-panel.tsx';

/** The list, to which holders of the key add and from which they delete. */
export default function ${Title}Page() {
  const t = useText();
  const mayEdit = useCan()('${name}.edit');
  const state = useTableState('${name}', { filters: {} });
  const [adding, setAdding] = useState(false);
  const answer = usePage(${camel}Api.page, { page: state.page, size: state.size });
  const remove = useCommand(${camel}Api.remove, { invalidates: [${camel}Api.page], done: '${name}.removed' });

  async function askAndRemove({ id, name }: ${Title}Entry): Promise<void> {
    const yes = await confirm({ title: t('${name}.removeTitle', { name }), body: t('${name}.removeText'), yes: t('ui.delete'), danger: true });
    if (yes) remove.mutate({ id });
  }

  const columns: Column<${Title}Entry>[] = [
    { id: 'name', header: t('${name}.column.name'), required: true, card: 'title', cell: ({ name }) => name },
    ...(mayEdit ? [{ id: 'deeds', header: '', required: true, width: 64, align: 'end' as const, cell: (row: ${Title}Entry) => (
      <ActionIcon aria-label={t('${name}.removeNamed', { name: row.name })} onClick={() => void askAndRemove(row)}><Trash2 size={15} aria-hidden /></ActionIcon>
    ) }] : []),
  ];
  const add = mayEdit && <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>{t('${name}.add')}</Button>;
  return (
    <Page>
      <DataTable label={t('${name}.menu')} state={state} columns={columns} answer={answer} rowId={({ id }) => id} actions={add} empty={{ title: t('${name}.empty'), action: add }} />
      {adding && <AddPanel onClose={() => setAdding(false)} />}
    </Page>
  );
}
`,
  'web/parts/add-panel.tsx': `import { TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { ${camel}Api, ${Title}Fields } from '../../contract.ts';

/** Adds one to the list. */
export function AddPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useContractForm<${Title}Fields>(${Title}Fields, { name: '' });
  const add = useCommand(${camel}Api.add, { invalidates: [${camel}Api.page], done: '${name}.added', handlesFailures: true });
  return (
    <SidePanel opened onClose={onClose} title={t('${name}.add')} dirty={form.isDirty()}>
      <ContractForm form={form} submit={t('${name}.add')} onCancel={onClose} onSubmit={async (values) => { await add.mutateAsync(values); onClose(); }}>
        <TextInput label={t('${name}.column.name')} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      </ContractForm>
    </SidePanel>
  );
}
`,
  [`web/${name}-page.test.tsx`]: `import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import type { ${Title}Entry } from '../contract.ts';
import ${Title}Page from './${name}-page.tsx';
import { ${camel} } from './index.ts';

let rows: ${Title}Entry[];
beforeEach(() => {
  rows = [{ id: 1, name: 'First' }];
  fakeServer(({ method, url, body }) => {
    if (method === 'POST') rows = [{ id: 2, ...(body as { name: string }) }, ...rows];
    if (method === 'DELETE') rows = rows.filter(({ id }) => !url.endsWith(\`/\${id}\`));
    return { data: method === 'GET' ? { list: rows, total: rows.length } : null };
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (...functions: string[]) => showPage(<${Title}Page />, { feature: ${camel}, viewer: aViewer({ functions: new Set(functions) }) });

test('one is added and another one deleted, after a question', async () => {
  await show('${name}.view', '${name}.edit');
  expect(await screen.findByText('First')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Second' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Add' }).at(-1)!);
  expect(await screen.findByText('Second')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Delete First' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await expect.poll(() => screen.queryByText('First')).toBeNull();
});

test('whoever may only look finds no button', async () => {
  await show('${name}.view');
  expect(await screen.findByText('First')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Add|Delete)/ })).toBeNull();
});
`,
});
