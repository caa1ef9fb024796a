import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { upload } from '#shared/endpoint.ts';
import { makeQueryClient } from '../query-client.ts';
import { session } from '../session.ts';
import { UiProvider } from './ui-provider.tsx';
import { UploadField } from './upload-field.tsx';

const importList = upload({
  method: 'POST',
  path: '/admin/cdp/list/{id}/import',
  access: 'customers.edit',
  summary: 'Imports a list.',
  input: z.object({ id: z.number(), tag: z.string() }),
  data: z.object({ rows: z.number() }),
  accepts: ['text/csv'],
  maxBytes: 1_000,
});

/** A server the test answers for. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  headers: Record<string, string> = {};
  responseText = '';
  url = '';
  body = new FormData();
  onload = () => {};
  onabort = () => {};
  constructor() {
    FakeRequest.last = this;
  }
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.onabort();
  }
  answer(envelope: object) {
    this.responseText = JSON.stringify(envelope);
    this.onload();
  }
}

const done = vi.fn<(data: { rows: number }) => void>();
const drop = (file: File) =>
  fireEvent.drop(screen.getByRole('group', { name: 'List' }), { dataTransfer: { files: [file] } });

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  done.mockReset();
  session.start('secret');
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <UploadField endpoint={importList} input={{ id: 4, tag: 'vip' }} label="List" onDone={done} />
    </UiProvider>,
  );
});
afterEach(() => vi.unstubAllGlobals());

test('a file goes out with its fields, shows how far it is, and its answer arrives', async () => {
  drop(new File(['a,b'], 'calls.csv', { type: 'text/csv' }));
  const request = FakeRequest.last;
  expect(request.url).toBe('/admin/cdp/list/4/import');
  expect(request.headers['authorization']).toBe('Bearer secret');
  expect([...request.body.keys()]).toEqual(['tag', 'file']);
  act(() => request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 }));
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  act(() => request.answer({ code: 0, data: { rows: 9 }, msg: '' }));
  await waitFor(() => expect(done.mock.calls[0]?.[0]).toEqual({ rows: 9 }));
  expect(screen.getByText('calls.csv was sent')).toBeTruthy();
});

test('a file that is too large is refused before it travels', async () => {
  drop(new File(['x'.repeat(2_000)], 'big.csv'));
  expect(await screen.findByText('The file is larger than 1 kB.')).toBeTruthy();
});

test('an upload can be cancelled and begun again', async () => {
  drop(new File(['a'], 'a.csv'));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy();
  expect(done).not.toHaveBeenCalled();
});
