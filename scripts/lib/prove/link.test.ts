import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLink } from './link.ts';

/** Says back whatever it is told, in capitals. */
async function aShouter() {
  const server = createServer((socket) =>
    socket.on('error', () => {}).on('data', (bytes) => socket.write(String(bytes).toUpperCase())),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const link = await openLink({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, { delayMs: 5 });
  onTestFinished(() => {
    link.close();
    server.close();
  });
  return link;
}

function aCaller(port: number): { socket: Socket; received(): string; closed: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => {}).on('data', (bytes) => void (received += String(bytes)));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => received, closed };
}

test('a link carries both ways, slow or not, and keeps the order', async () => {
  const link = await aShouter();
  const { socket, received } = aCaller(link.port);
  socket.write('a');
  await expect.poll(received).toBe('A');
  link.become('slow');
  socket.write('b');
  await expect.poll(received).toBe('AB');
  socket.write('c');
  link.become('open');
  socket.write('d');
  await expect.poll(received).toBe('ABCD');
});

test('what is held stands and says nothing until it is let go', async () => {
  const link = await aShouter();
  const { socket, received } = aCaller(link.port);
  socket.write('a');
  await expect.poll(received).toBe('A');
  link.become('held');
  socket.write('b');
  const other = aCaller(link.port);
  other.socket.write('x');
  await expect.poll(link.standing).toBe(2);
  expect([received(), other.received()]).toEqual(['A', '']);
  link.become('open');
  await expect.poll(received).toBe('AB');
  await expect.poll(other.received).toBe('X');
});

test('what is cut ends what stands and lets nobody in until it is open again', async () => {
  const link = await aShouter();
  const { closed } = aCaller(link.port);
  await expect.poll(link.standing).toBe(1);
  link.become('cut');
  await closed;
  expect(link.standing()).toBe(0);
  const refused = aCaller(link.port);
  await refused.closed;
  link.become('open');
  const again = aCaller(link.port);
  again.socket.write('a');
  await expect.poll(again.received).toBe('A');
});
