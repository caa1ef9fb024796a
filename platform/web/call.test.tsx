import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { download, endpoint, Id, nothing } from '#shared/endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { call } from './call.ts';
import { download as saveDownload, fetchFile, fileNameOf } from './download.ts';
import { departure, handleFailure } from './failure-handler.ts';
import { makeQueryClient } from './query-client.ts';
import { returnTo, session } from './session.ts';
import { fakeServer } from './page-server.fixture.ts';
import { presentToasts, type Toast } from './toast.ts';
import { useCommand, useEndpoint } from './use-endpoint.ts';

const api = {
  one: endpoint({
    method: 'GET',
    path: '/admin/cdp/tag/{id}',
    access: 'signedIn',
    summary: 'A tag.',
    input: z.object({ id: Id, with: z.array(z.string()).optional() }),
    data: z.object({ name: z.string() }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/admin/cdp/tag/{id}',
    access: 'tags.edit',
    summary: 'Saves.',
    input: z.object({ id: Id, name: z.string() }),
    data: nothing,
  }),
  quiet: endpoint({
    method: 'GET',
    path: '/admin/cdp/quiet',
    access: 'signedIn',
    summary: 'Its caller handles failures.',
    handlesFailures: true,
    input: nothing,
    data: nothing,
  }),
  file: download({ method: 'GET', path: '/admin/cdp/export', access: 'signedIn', summary: 'A file.', input: nothing }),
  export: download({
    method: 'POST',
    path: '/admin/cdp/export',
    access: 'signedIn',
    summary: 'A file or its task.',
    input: nothing,
    instead: z.object({ task_id: z.number() }),
  }),
};

let toasts: Toast[] = [];
let went: string[] = [];

beforeEach(() => {
  toasts = [];
  went = [];
  presentToasts((one) => toasts.push(one));
  vi.spyOn(departure, 'go').mockImplementation((address) => void went.push(address));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a call fills the path, repeats lists in the query and carries the session', async () => {
  session.start('secret');
  const asked = fakeServer(() => ({ data: { name: 'VIP' } }));
  expect(await call(api.one, { id: 7, with: ['a', 'b'] })).toEqual({ name: 'VIP' });
  expect(asked[0]).toMatchObject({
    url: '/admin/cdp/tag/7?with=a&with=b',
    method: 'GET',
    headers: { authorization: 'Bearer secret', 'accept-language': 'en-US' },
  });
  await call(api.save, { id: 7, name: 'VIP' });
  expect(asked[1]).toMatchObject({ url: '/admin/cdp/tag/7', method: 'PUT', body: { name: 'VIP' } });
});

test('[STATUS-11] what is being read when the session ends is dropped without a word; what changes something goes through', async () => {
  session.start('secret');
  const under = new Map<string, AbortSignal>();
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    under.set(url, signal);
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    return url.endsWith('/1') ? answer.promise : Promise.resolve(new Response('{"code":0,"data":{}}'));
  });
  const reading = call(api.one, { id: 1 });
  const saving = call(api.save, { id: 2, name: 'VIP' });
  session.end();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(under.get('/admin/cdp/tag/2')?.aborted).toBe(false);
  expect(await saving).toEqual({});
  await reading.catch(handleFailure);
  expect(toasts).toEqual([]);
  // Pages that are being left ask once more; a session that goes on, as after a switch that was refused, reads again.
  void call(api.one, { id: 3 }).catch(() => {});
  expect(under.get('/admin/cdp/tag/3')?.aborted).toBe(true);
  session.start('again');
  void call(api.one, { id: 4 });
  expect(under.get('/admin/cdp/tag/4')?.aborted).toBe(false);
});

test('[API-01] any code but 0 is thrown as the failure it names', async () => {
  fakeServer(() => ({ code: 404, msg: 'error.notFound' }));
  await expect(call(api.one, { id: 1 })).rejects.toMatchObject({ name: 'notFound', detail: '' });
  fakeServer(() => ({ code: 400, msg: 'name: too long' }));
  await expect(call(api.one, { id: 1 })).rejects.toMatchObject({ name: 'invalidInput', detail: 'name: too long' });
  fakeServer(() => ({ code: 987_654 }));
  await expect(call(api.one, { id: 1 })).rejects.toMatchObject({ name: 'unexpected' });
});

test('a server that cannot be reached is the failure unavailable, and so is an answer that is no envelope', async () => {
  fakeServer(() => 'down');
  await expect(call(api.one, { id: 1 })).rejects.toMatchObject({ name: 'unavailable' });
  vi.stubGlobal('fetch', async () => new Response('<html>502</html>', { status: 502 }));
  await expect(call(api.one, { id: 1 })).rejects.toMatchObject({ name: 'unavailable' });
});

function Tag({ id }: { id: number }) {
  const tag = useEndpoint(api.one, { id });
  const save = useCommand(api.save, { invalidates: [api.one], done: 'ui.saved' });
  return <button onClick={() => save.mutate({ id, name: 'New' })}>{tag.data?.name ?? 'nothing'}</button>;
}

function Quiet() {
  return <p>{useEndpoint(api.quiet, {}).isError ? 'handled here' : 'asking'}</p>;
}

const show = (page: React.ReactNode) =>
  render(<QueryClientProvider client={makeQueryClient()}>{page}</QueryClientProvider>);

test('[API-01] a failure of a query and of a command reaches the shared handler once', async () => {
  const asked = fakeServer(() => ({ code: 403 }));
  show(<Tag id={1} />);
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]).toMatchObject({ tone: 'error', id: 'failure.notAllowed' });
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(toasts).toHaveLength(2));
  expect(asked).toHaveLength(2);
});

test('[API-01] an endpoint whose caller handles failures keeps the shared handler silent', async () => {
  fakeServer(() => ({ code: 403 }));
  show(<Quiet />);
  await screen.findByText('handled here');
  expect(toasts).toEqual([]);
});

test('no screen keeps an ended session to itself', async () => {
  session.start('old');
  fakeServer(() => ({ code: 401 }));
  show(<Quiet />);
  await waitFor(() => expect(went).toEqual(['/login?reason=signedOut']));
});

test('a command that worked says so and what it changed is asked again', async () => {
  let name = 'Old';
  fakeServer(({ method }) => {
    if (method === 'PUT') name = 'New';
    return { data: { name } };
  });
  show(<Tag id={1} />);
  await screen.findByText('Old');
  act(() => screen.getByRole('button').click());
  await screen.findByText('New');
  expect(toasts).toMatchObject([{ tone: 'success' }]);
});

test('a session that has ended is forgotten once, and the page to come back to is remembered', async () => {
  session.start('old');
  window.history.replaceState(null, '', '/record?page=2');
  fakeServer(() => ({ code: 401 }));
  await call(api.one, { id: 1 }).catch(handleFailure);
  await call(api.one, { id: 2 }).catch(handleFailure);
  expect(session.token()).toBeNull();
  expect(went).toEqual(['/login?reason=signedOut']);
  expect(returnTo.take()).toBe('/record?page=2');
  expect(returnTo.take()).toBe('/home');
});

test('the address to come back to never leads to another site', () => {
  for (const address of ['//evil.example', '/\\evil.example', 'https://evil.example', '/login?x']) {
    returnTo.remember(address);
    expect(returnTo.take()).toBe('/home');
  }
});

test('a warning is told as a warning and a cancelled call not at all', () => {
  handleFailure(new Failure('tooManyRequests'));
  handleFailure(new DOMException('stop', 'AbortError'));
  expect(toasts).toMatchObject([{ tone: 'warning' }]);
});

test('a file keeps the name the server gave it; a refused file is a failure', async () => {
  expect(fileNameOf(`attachment; filename="x.csv"; filename*=UTF-8''%E5%AE%A2%E6%88%B7.csv`, 'f')).toBe('客户.csv');
  expect(fileNameOf(null, 'export')).toBe('export');
  vi.stubGlobal(
    'fetch',
    async () => new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="calls.csv"' } }),
  );
  expect((await fetchFile(api.file, {})).name).toBe('calls.csv');
  fakeServer(() => ({ code: 403 }));
  await expect(fetchFile(api.file, {})).rejects.toMatchObject({ name: 'notAllowed' });
});

test('[CDP-02] an export is saved, or answered by the task that writes it', async () => {
  const saved = vi.fn<(this: HTMLAnchorElement) => void>();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.call(this);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  fakeServer(() => ({ code: 0, data: { task_id: 7 } }));
  expect(await saveDownload(api.export, {})).toEqual({ task_id: 7 });
  expect(saved).not.toHaveBeenCalled();
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('{}', {
        headers: { 'content-type': 'application/json', 'content-disposition': 'attachment; filename="x.json"' },
      }),
  );
  expect(await saveDownload(api.export, {})).toBeNull();
  expect(saved.mock.contexts[0]!.download).toBe('x.json');
});
