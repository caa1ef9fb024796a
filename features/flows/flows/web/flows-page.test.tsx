import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { presentToasts } from '#platform/web/toast.ts';
import { failures } from '#shared/errors.ts';
import { flowsApi, type FlowRow } from '../contract.ts';
import FlowsPage from './flows-page.tsx';
import { flows } from './index.ts';

afterEach(() => vi.unstubAllGlobals());

const row: FlowRow = {
  id: 8,
  name: 'Reception',
  remark: 'Main line',
  status: 'changed',
  publishedVersion: 3,
  publishedAt: '2026-11-14 10:00:00',
  draftVersion: 5,
  draftBy: 'Sofía',
  draftAt: '2026-11-15 10:00:00',
  nodes: 12,
  languages: ['en', 'es'],
};

async function show(functions = ['flows.view', 'flows.edit'], taken = '') {
  const asked = fakeServer(({ url, body }) => {
    const wish = body as { name?: string; file?: { name: string } } | undefined;
    if (taken !== '' && (wish?.name ?? wish?.file?.name) === taken) return { code: failures.nameTaken.code, msg: '' };
    switch (url.split('?')[0]) {
      case flowsApi.page.path:
        return { data: { list: [row], total: 1 } };
      case flowsApi.templates.path:
        return { data: [{ template: 'reception', nodes: 9, languages: ['en'] }] };
      case flowsApi.importFile.path:
        return (body as { file: { flow: Flow } }).file.flow.nodes.length === 0
          ? { code: failures.invalidInput.code, msg: '' }
          : { data: { id: 9, missing: [{ kind: 'group', name: 'Sales', nodeIds: ['a'] }] } };
      default:
        return { data: { id: 9 } };
    }
  });
  const { container } = await showPage(<FlowsPage />, {
    feature: flows,
    viewer: aViewer({ functions: new Set(functions) }),
  });
  await screen.findByText('Reception');
  return {
    container,
    sent: (path: string) => asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body),
  };
}

test('[CC-07] flows are listed with what callers hear and who changed them', async () => {
  await show();
  const line = within(screen.getByText('Reception').closest('tr')!);
  for (const text of ['Main line', '3', '12', /^English/, /Sofía/]) expect(line.getByText(text)).toBeTruthy();
});

test('[CC-07] a flow begins with a name and a template', async () => {
  const { sent } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'New flow' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New flow' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Begin' }));
  await waitFor(() => expect(dialog.getByLabelText(/Name/).getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'Front desk' } });
  fireEvent.click(await dialog.findByRole('radio', { name: /Reception/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Begin' }));
  await waitFor(() =>
    expect(sent(flowsApi.add.path)).toEqual([{ name: 'Front desk', remark: '', template: 'reception' }]),
  );
});

test('[CC-07] a flow is copied, and deleted after a question', async () => {
  const { sent } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate Reception' }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Duplicate Reception' })).getByRole('button', {
      name: 'Duplicate',
    }),
  );
  await waitFor(() => expect(sent(flowsApi.duplicate.path)).toMatchObject([{ id: 8, name: 'Copy of Reception' }]));
  fireEvent.click(screen.getByRole('button', { name: /Delete.*Reception/ }));
  expect(sent(flowsApi.delete.path)).toEqual([]);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(flowsApi.delete.path)).toEqual([{ id: 8 }]));
});

test('[CC-07] a file is brought in, what it names and is not here is told; what is no flow is refused', async () => {
  const { container, sent } = await show();
  const bring = (text: string) =>
    fireEvent.change(container.querySelector('input[type=file]')!, {
      target: { files: [new File([text], 'flow.json')] },
    });
  bring('not json');
  expect(await screen.findByText('This file holds no flow')).toBeTruthy();
  bring('{"rules": []}');
  await waitFor(() => expect(screen.getAllByText('This file holds no flow').length).toBeGreaterThan(0));
  expect(sent(flowsApi.importFile.path)).toEqual([]);
  bring(JSON.stringify({ openseat: 'flow', name: 'Brought', flow: aFlow({}, []), names: [] }));
  await waitFor(() => expect(sent(flowsApi.importFile.path)).toMatchObject([{ file: { name: 'Brought' } }]));
  expect(await screen.findByText(/Sales/)).toBeTruthy();
});

test('[CC-07] a file that says it is a flow and holds none is refused as such, not as a form', async () => {
  const { container } = await show();
  const toasts: string[] = [];
  const leave = presentToasts(({ text }) => void toasts.push(text));
  fireEvent.change(container.querySelector('input[type=file]')!, {
    target: {
      files: [
        new File(
          [JSON.stringify({ openseat: 'flow', name: 'Empty', flow: { ...aFlow({}, []), nodes: [] }, names: [] })],
          'flow.json',
        ),
      ],
    },
  });
  await waitFor(() => expect(toasts).toEqual(['This file holds no flow']));
  leave();
});

test('[CC-07] a second copy is given another name where the first one took it', async () => {
  const { sent } = await show(undefined, 'Copy of Reception');
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate Reception' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate Reception' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Duplicate' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('already in use');
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'Night' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Duplicate' }));
  await waitFor(() =>
    expect(sent(flowsApi.duplicate.path)).toMatchObject([{ name: 'Copy of Reception' }, { id: 8, name: 'Night' }]),
  );
});

test('[CC-07] a flow gets another name and remark', async () => {
  const { sent } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Change name and remark of Reception' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Name and remark' }));
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'Front desk' } });
  fireEvent.change(dialog.getByLabelText('Remark'), { target: { value: 'By day' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(flowsApi.update.path)).toEqual([{ id: 8, draftVersion: 5, name: 'Front desk', remark: 'By day' }]),
  );
});

test('[CC-07] a file whose name is taken is brought in under another', async () => {
  const { container, sent } = await show(undefined, 'Brought');
  fireEvent.change(container.querySelector('input[type=file]')!, {
    target: {
      files: [
        new File([JSON.stringify({ openseat: 'flow', name: 'Brought', flow: aFlow({}, []), names: [] })], 'flow.json'),
      ],
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Import from a file' }));
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'Brought again' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Begin' }));
  await waitFor(() =>
    expect(sent(flowsApi.importFile.path).at(-1)).toMatchObject({ name: 'Brought again', file: { name: 'Brought' } }),
  );
});

test('[CC-07] those who may only look are offered nothing else', async () => {
  await show(['flows.view']);
  expect(screen.queryByRole('button', { name: 'New flow' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Delete|Change name|Duplicate/ })).toBeNull();
});
