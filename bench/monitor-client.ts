import { WebSocket } from 'ws';

// Opens sockets and notes when each change reaches each of them: `monitor-client.ts <url> <count>`, tickets come over IPC.
const [url, countText] = process.argv.slice(2) as [string, string];
const count = Number(countText);
const AT_ONCE = 50;
const nowMs = (): number => performance.timeOrigin + performance.now();
let failed = 0;
let arrivedMs: number[] = [];

process.on('message', async ({ tickets }: { tickets: string[] | null }) => {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) =>
        open(tickets ? `${url}?token=${tickets[from + i]}` : url),
      ),
    );
  }
  process.send!({ failed });
});

function open(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    let isReady = false;
    socket.on('message', (data: Buffer) => {
      if (!isReady) {
        isReady = true;
        return resolve();
      }
      if (!data.includes('"changes"')) return;
      arrivedMs.push(nowMs());
      if (arrivedMs.length < count) return;
      process.send!({ arrivedMs });
      arrivedMs = [];
    });
    socket.on('error', () => {
      failed += 1;
      resolve();
    });
  });
}
