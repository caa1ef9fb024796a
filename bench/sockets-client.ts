import { WebSocket } from 'ws';

// Opens sockets and counts what arrives: `sockets-client.ts <url> <count>`, tickets come over IPC.
const [url, countText] = process.argv.slice(2) as [string, string];
const count = Number(countText);
const AT_ONCE = 100;
let ready = 0;
let events = 0;
let failed = 0;

process.on('message', async ({ tickets }: { tickets: string[] | null }) => {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) =>
        open(tickets ? `${url}?token=${tickets[from + i]}` : url),
      ),
    );
  }
  process.send!({ ready, failed });
});

function open(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.on('message', (data: Buffer) => {
      if (data.includes('"event"')) {
        events += 1;
        if (events % count === 0) process.send!({ rounds: events / count });
      } else {
        ready += 1;
        resolve();
      }
    });
    socket.on('error', () => {
      failed += 1;
      resolve();
    });
  });
}
