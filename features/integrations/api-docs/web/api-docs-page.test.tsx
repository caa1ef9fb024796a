import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '#platform/web/page.fixture.tsx';
import ApiDocsPage from './api-docs-page.tsx';
import { apiDocs } from './index.ts';

const operation = (id: string, summary: string, rest: object = {}) => ({
  operationId: id,
  tags: [id.split('.')[0]],
  summary,
  'x-access': 'signedIn',
  parameters: [],
  responses: {
    200: {
      content: {
        'application/json': {
          schema: {
            properties: { data: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
          },
        },
      },
    },
  },
  ...rest,
});
const aDocument = {
  paths: {
    '/api/echo': { get: operation('echo.echo', 'Answers at once.', { 'x-access': 'public' }) },
    '/admin/roles': {
      post: operation('access.addRole', 'Adds a role.', {
        'x-access': 'access.edit',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 60 } } },
            },
          },
        },
      }),
    },
  },
};

afterEach(() => vi.unstubAllGlobals());

function serve({ up = true } = {}) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (!up) throw new TypeError('network');
    const data = [
      { module: 'access', name: 'Members and roles' },
      { module: 'echo', name: 'Echo' },
    ];
    if (url === '/openapi.json?public=1')
      return Response.json({
        paths: { '/admin/roles': { post: { ...aDocument.paths['/admin/roles'].post, 'x-scope': 'customers.write' } } },
      });
    return Response.json(url === '/openapi.json' ? aDocument : { code: 0, data, msg: '' });
  });
}

test('every call stands under the name of its capability', async () => {
  serve();
  await showPage(<ApiDocsPage />, { at: '/apiDocs', feature: apiDocs });
  const roles = await screen.findByRole('region', { name: 'Members and roles' });
  expect(within(roles).getByText('/admin/roles')).toBeTruthy();
  expect(within(roles).getByText('POST')).toBeTruthy();
  expect(screen.getByText('2 calls')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Raw document' }).getAttribute('href')).toBe('/openapi.json');
});

test('a link to a call opens it: access, inputs with their limits, shape and example', async () => {
  serve();
  await showPage(<ApiDocsPage />, { at: '/apiDocs#access.addRole', feature: apiDocs });
  const row = (await screen.findByRole('rowheader', { name: 'name' })).closest('tr')!;
  expect([...row.cells].map((cell) => cell.textContent)).toEqual([
    'name',
    'body',
    'string',
    'required',
    'at most 60 characters',
  ]);
  expect(screen.getByText('access.edit')).toBeTruthy();
  expect(screen.getByText(/data: \{/).closest('details')!.open).toBe(false);
  expect(screen.getByText(/curl -X POST/).textContent).toContain(`-d '{"name":"text"}'`);
  expect(screen.getByRole('button', { name: 'Copy the example' })).toBeTruthy();
});

test('a search finds calls by path and summary, and can be taken back', async () => {
  serve();
  await showPage(<ApiDocsPage />, { at: '/apiDocs?q=answers', feature: apiDocs });
  expect(await screen.findByText('/api/echo')).toBeTruthy();
  expect(screen.queryByText('/admin/roles')).toBeNull();
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'nothing like it' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  const back = (await screen.findAllByRole('button', { name: 'Clear filters' })).at(-1)!;
  fireEvent.click(back);
  expect(await screen.findByText('/admin/roles')).toBeTruthy();
});

test('[ADMIN-05] the public API is a view of its own: the calls keys open with their scopes, and how to sign, page and check', async () => {
  serve();
  await showPage(<ApiDocsPage />, { at: '/apiDocs?public=1#access.addRole', feature: apiDocs });
  expect(await screen.findByText('customers.write')).toBeTruthy();
  expect(screen.queryByText('/api/echo')).toBeNull();
  expect(screen.getByRole('region', { name: 'Checking the signature' }).textContent).toContain('createHmac');
  expect(screen.getByRole('link', { name: 'Raw document' }).getAttribute('href')).toBe('/openapi.json?public=1');
  fireEvent.click(screen.getByRole('radio', { name: 'All calls' }));
  expect(await screen.findByText('/api/echo')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Checking the signature' })).toBeNull();
});

test('a document that cannot be read is told, with a way to try again', async () => {
  serve({ up: false });
  await showPage(<ApiDocsPage />, { at: '/apiDocs', feature: apiDocs });
  const again = await screen.findByRole('button', { name: 'Try again' });
  serve();
  fireEvent.click(again);
  expect(await screen.findByText('/api/echo')).toBeTruthy();
});
