import { Agent, request } from 'node:http';

export interface Load {
  /** Milliseconds each took, in no order. */
  tookMs: number[];
  perSecond: number;
}

/** So many clients at once, each asking again when it is answered. */
export async function clientsAtOnce(
  clients: number,
  seconds: number,
  ask: (n: number) => Promise<void>,
): Promise<Load> {
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let asked = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const askedAt = performance.now();
        await ask(asked++);
        tookMs.push(performance.now() - askedAt);
      }
    }),
  );
  return { tookMs, perSecond: (tookMs.length * 1_000) / (performance.now() - startedAt) };
}

/** Asks over connections that stay open; anything but success ends the bench. */
export function httpClient(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  return {
    post: (path: string, body: string, token: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const asked = request(
          {
            agent,
            hostname,
            port,
            path,
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              authorization: `Bearer ${token}`,
            },
          },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('error', reject);
            answer.on('end', () => {
              const text = Buffer.concat(chunks).toString('utf8');
              if (answer.statusCode === 200 && text.startsWith('{"code":0,')) resolve(text);
              else reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`));
            });
          },
        );
        asked.on('error', reject);
        asked.end(body);
      }),
    close: () => agent.destroy(),
  };
}
