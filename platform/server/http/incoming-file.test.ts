import { PassThrough } from 'node:stream';
import { fastifyMultipart } from '@fastify/multipart';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { UploadEndpoint } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { receiveFile } from './incoming-file.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const http = fastify();
await http.register(fastifyMultipart);
http.post<{ Querystring: { accepts: string } }>('/', async (request) => {
  try {
    const { file, forget } = await receiveFile(request, {
      accepts: request.query.accepts.split(' '),
      maxBytes: 1_000_000,
    } as unknown as UploadEndpoint);
    await forget();
    return { type: file.mediaType };
  } catch (thrown) {
    return { type: thrown instanceof Failure ? thrown.name : String(thrown) };
  }
});
afterAll(() => http.close());

async function typeOf(bytes: Uint8Array | string, ...accepts: string[]): Promise<string> {
  const form = new FormData();
  form.append('file', new File([bytes as never], 'x'));
  const request = new Request('http://openseat.test', { method: 'POST', body: form });
  const answer = await http.inject({
    method: 'POST',
    url: '/',
    query: { accepts: accepts.join(' ') },
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return (answer.json() as { type: string }).type;
}

const gbk = Buffer.from('d0d5c3fb2cb5e7bbb00d0acdf5ceb0c3f72c3133350d0a', 'hex');
const latin = Buffer.from('nombre,teléfono\nJosé,55\n', 'latin1');
const wide = Buffer.from('\uFEFFname\tphone\r\n王\t135\r\n', 'utf16le');

test.each([
  ['GBK', gbk],
  ['Windows-1252', latin],
  ['UTF-16', wide],
  ['UTF-8', Buffer.from('name\nZoë\n')],
  ['letters that begin like a picture', Buffer.from('BM,ID3\n1,2\n')],
])('[CDP-02] a table in %s is text where tables are wanted', async (_, bytes) => {
  expect(await typeOf(bytes, 'text/csv', XLSX)).toBe('text/csv');
});

test.each([
  ['GBK', gbk],
  ['Windows-1252', latin],
  ['UTF-16', wide],
])('text in %s is refused where only plain text is wanted', async (_, bytes) => {
  expect(await typeOf(bytes, 'text/plain')).toBe('fileTypeRefused');
});

test.each([
  ['a program', Buffer.from('7f454c4602010100', 'hex')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['half a word of UTF-16 with a NUL', Buffer.from('fffe410000004200', 'hex')],
  ['noise', Buffer.from(Array.from({ length: 400 }, (__, n) => (n * 131 + 7) % 256))],
])('%s is no table', async (_, bytes) => {
  expect(await typeOf(bytes, 'text/csv', 'text/plain', XLSX)).toBe('fileTypeRefused');
});

test('[API-01] a body whose header does not say where its parts end is bad input', async () => {
  const headers = { 'content-type': 'multipart/form-data' };
  const answer = await http.inject({ method: 'POST', url: '/?accepts=text/csv', headers, payload: '--x--' });
  expect(answer.body).toContain('invalidInput');
});

test('an upload whose sender left before anybody read it ends at once, and what was kept of it goes', async () => {
  const raw = new PassThrough();
  const forever = async function* () {
    yield await new Promise<never>(() => {});
  };
  const receiving = receiveFile(
    { isMultipart: () => true, raw: Object.assign(raw, { complete: false }), parts: forever } as never,
    { accepts: ['text/csv'], maxBytes: 1_000 } as unknown as UploadEndpoint,
  );
  raw.destroy();
  await expect(receiving).rejects.toThrow('the sender left');
});
