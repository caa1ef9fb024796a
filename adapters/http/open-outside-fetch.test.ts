import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '#platform/server/self-signed.ts';
import { openOutsideFetch } from './open-outside-fetch.ts';
import { isPublicAddress } from './public-address.ts';

/** A web server of this test alone. */
async function aServer(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { asked, port: (server.address() as AddressInfo).port };
}

const hello: RequestListener = (_request, response) => void response.end('hello');
const onlyHere = (address: string): boolean => address === '127.0.0.1';

test.each([
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '198.18.0.1',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '100::1',
  'localhost',
  '',
])('%s is not an address outside', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::5e',
])('%s is an address outside', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://0:PORT/',
])('our own machine is refused under the name %s', async (address) => {
  const { asked, port } = await aServer(hello);
  await expect(openOutsideFetch()({ url: address.replace('PORT', String(port)) })).rejects.toMatchObject({
    reason: 'privateAddress',
  });
  expect(asked).toEqual([]);
});

test.each([
  'file:///etc/passwd',
  'ftp://files.example/',
  'gopher://files.example/',
  'http://anna:secret@127.0.0.1/',
  'nothing',
  '',
])('“%s” is no address to call', async (url) => {
  await expect(openOutsideFetch({ allowPrivate: true })({ url })).rejects.toMatchObject({ reason: 'badAddress' });
});

test('a name that resolves to an inner address is refused before anything is sent', async () => {
  const { asked, port } = await aServer(hello);
  await expect(
    openOutsideFetch({ resolve: async () => ['127.0.0.1', '::1', '169.254.169.254'] })({
      url: `http://inside.example:${port}/`,
    }),
  ).rejects.toMatchObject({ reason: 'privateAddress' });
  expect(asked).toEqual([]);
});

test('a name that changes its mind is connected to where it was looked at (DNS rebinding)', async () => {
  const { asked, port } = await aServer(hello);
  const resolvedNames: string[] = [];
  const answers = ['127.0.0.1', '10.9.9.9', '10.9.9.9'];
  const fetch = openOutsideFetch({
    allows: onlyHere,
    resolve: async (name) => {
      resolvedNames.push(name);
      return [answers.shift()!];
    },
  });
  const { status, body } = await fetch({ url: `http://turncoat.example:${port}/a`, timeoutMs: 3_000 });
  expect([status, body.toString()]).toEqual([200, 'hello']);
  expect(resolvedNames).toEqual(['turncoat.example']);
  expect(asked[0]!.headers.host).toBe(`turncoat.example:${port}`);
  // Asked anew, the name now means an inner machine.
  await expect(fetch({ url: `http://turncoat.example:${port}/a` })).rejects.toMatchObject({ reason: 'privateAddress' });
  expect(asked).toHaveLength(1);
});

test('of several addresses only those outside are tried', async () => {
  const { port } = await aServer(hello);
  const fetch = openOutsideFetch({ allows: onlyHere, resolve: async () => ['127.0.0.2', '127.0.0.1'] });
  expect((await fetch({ url: `http://both.example:${port}/` })).status).toBe(200);
});

test('a redirect to an inner address is refused', async () => {
  const { asked, port } = await aServer(
    (_request, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  );
  const fetch = openOutsideFetch({ allows: onlyHere, resolve: async () => ['127.0.0.1'] });
  await expect(fetch({ url: `http://friend.example:${port}/` })).rejects.toMatchObject({ reason: 'privateAddress' });
  expect(asked).toHaveLength(1);
});

test('a redirect is followed, without the headers where the origin changes', async () => {
  const { asked, port } = await aServer(
    (request, response) =>
      void (request.url === '/'
        ? response.writeHead(307, { location: `http://other.example:${port}/there` }).end()
        : response.end('there')),
  );
  const fetch = openOutsideFetch({ allows: onlyHere, resolve: async () => ['127.0.0.1'] });
  const { body } = await fetch({ url: `http://one.example:${port}/`, headers: { authorization: 'Bearer secret' } });
  expect(body.toString()).toBe('there');
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', undefined]);
});

test('redirects in a circle end', async () => {
  const { asked, port } = await aServer((_request, response) => void response.writeHead(302, { location: '/' }).end());
  await expect(openOutsideFetch({ allowPrivate: true })({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
    reason: 'tooManyRedirects',
  });
  expect(asked).toHaveLength(4);
});

test('what is posted is not sent on to where a redirect points', async () => {
  const { asked, port } = await aServer(
    (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  );
  const { status } = await openOutsideFetch({ allowPrivate: true })({
    url: `http://127.0.0.1:${port}/hook`,
    method: 'POST',
    body: '{"a":"é"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(307);
  expect(asked.map(({ url }) => url)).toEqual(['/hook']);
  expect(asked[0]!.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '10' });
});

test('an answer longer than asked for is refused or cut, also when it does not say its length', async () => {
  const { port } = await aServer((_request, response) => {
    for (let part = 0; part < 40; part++) response.write('x'.repeat(1_000));
    response.end();
  });
  const fetch = openOutsideFetch({ allowPrivate: true });
  await expect(fetch({ url: `http://127.0.0.1:${port}/`, maxBytes: 39_999 })).rejects.toMatchObject({
    reason: 'tooLarge',
  });
  expect((await fetch({ url: `http://127.0.0.1:${port}/`, maxBytes: 40_000 })).body).toHaveLength(40_000);
  expect(
    (await fetch({ url: `http://127.0.0.1:${port}/`, maxBytes: 500, longBody: 'cut' })).body,
    'or cut, where only its beginning matters',
  ).toHaveLength(500);
});

test('a server that never finishes is given up', async () => {
  const { port } = await aServer((_request, response) => void response.write('slowly'));
  await expect(
    openOutsideFetch({ allowPrivate: true })({ url: `http://127.0.0.1:${port}/`, timeoutMs: 150 }),
  ).rejects.toMatchObject({ reason: 'tooSlow' });
});

test('a server that changes to another protocol, or hangs up, has not answered', async () => {
  for (const words of ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', '']) {
    const server = createRawServer(
      (socket) => void socket.on('error', () => {}).once('data', () => (words ? socket.write(words) : socket.end())),
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
    await expect(
      openOutsideFetch({ allowPrivate: true })({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        method: 'POST',
        body: '{}',
      }),
    ).rejects.toMatchObject({ reason: 'unreachable', nothingLeft: false });
  }
});

test('a name server that never answers is given up', async () => {
  await expect(
    openOutsideFetch({ resolve: () => new Promise(() => {}) })({ url: 'http://silent.example/', timeoutMs: 50 }),
  ).rejects.toMatchObject({ reason: 'tooSlow' });
});

test('nobody there is said as such', async () => {
  await expect(openOutsideFetch({ resolve: async () => [] })({ url: 'http://nobody.example/' })).rejects.toMatchObject({
    reason: 'unreachable',
    nothingLeft: true,
  });
  await expect(openOutsideFetch({ allowPrivate: true })({ url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({
    reason: 'unreachable',
    nothingLeft: true,
  });
});

test('https checks the certificate against the name, and does not step down to http', async () => {
  const { cert: ca, key } = await selfSigned('idp.example');
  const server = createTlsServer(
    { key, cert: ca },
    (request, response) =>
      void (request.url === '/down'
        ? response.writeHead(302, { location: 'http://idp.example/' }).end()
        : response.end('safe')),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  const fetch = openOutsideFetch({ allows: onlyHere, resolve: async () => ['127.0.0.1'], ca });
  expect((await fetch({ url: `https://idp.example:${port}/`, httpsOnly: true })).body.toString()).toBe('safe');
  await expect(fetch({ url: `https://liar.example:${port}/` })).rejects.toMatchObject({ reason: 'unreachable' });
  await expect(fetch({ url: `https://idp.example:${port}/down` })).rejects.toMatchObject({ reason: 'badAddress' });
  await expect(fetch({ url: `http://idp.example:${port}/`, httpsOnly: true })).rejects.toMatchObject({
    reason: 'badAddress',
  });
});
