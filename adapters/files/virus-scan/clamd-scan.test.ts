import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clamdScan } from './clamd-scan.ts';

/** As clamd speaks: reads pieces until the empty one, then answers. */
async function aScanner(answer: (content: string) => string): Promise<{ host: string; port: number }> {
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more]);
      const greeting = 'zINSTREAM\0';
      if (bytes.length < greeting.length || String(bytes.subarray(0, greeting.length)) !== greeting) return;
      let content = '';
      for (let at = greeting.length; at + 4 <= bytes.length;) {
        const length = bytes.readUInt32BE(at);
        if (length === 0) return void socket.end(`${answer(content)}\0`);
        if (at + 4 + length > bytes.length) return;
        content += String(bytes.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

const pieces = (...texts: string[]) =>
  (async function* () {
    for (const text of texts) yield new TextEncoder().encode(text);
  })();

test('[CHAT-07] a scanner is given the whole file and believed', async () => {
  const scan = clamdScan(
    await aScanner((content) => (content === `bad${'x'.repeat(300_000)}` ? 'stream: Some-Virus FOUND' : 'stream: OK')),
  );
  expect(await scan.isInfected(pieces('bad', '', 'x'.repeat(300_000)))).toBe(true);
  expect(await scan.isInfected(pieces('good'))).toBe(false);
  expect(await scan.isInfected(pieces())).toBe(false);
});

test('[CHAT-07] a scanner that is away or cannot look lets nothing pass', async () => {
  const { host, port } = await aScanner(() => 'INSTREAM size limit exceeded. ERROR');
  await expect(clamdScan({ host, port }).isInfected(pieces('x'))).rejects.toThrow(/size limit/);
  await expect(clamdScan({ host, port: 1 }).isInfected(pieces('x'))).rejects.toThrow();
});
