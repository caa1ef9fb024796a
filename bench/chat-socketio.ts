import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { openAwaited, type Talks } from './chat-talks.ts';

/** The same conversations on the reference server. */
export async function socketIoTalks(
  url: string,
  { count, perAgent, text }: { count: number; perAgent: number; text: string },
): Promise<Talks & { pid: number }> {
  const server = fork(join(import.meta.dirname, 'chat-socketio-server.ts'), [url, String(count)]);
  const [port] = (await once(server, 'message')) as [number];
  const awaited = openAwaited();

  async function open(talks: number[]): Promise<Socket> {
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, auth: { talks } });
    socket.on('message', ({ client }: { client: string }) => awaited.heard(client));
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    return socket;
  }

  const agents: Socket[] = [];
  for (let n = 0; n < count; n += perAgent) agents.push(await open(Array.from({ length: perAgent }, (_, i) => n + i)));
  const visitors: Socket[] = [];
  for (let n = 0; n < count; n += 1) visitors.push(await open([n]));

  return {
    count,
    pid: server.pid!,
    say: (talk, from) =>
      awaited.send((client) => {
        const socket = from === 'visitor' ? visitors[talk]! : agents[Math.floor(talk / perAgent)]!;
        socket.emit('send', { talk, client, author: from, text }, () => awaited.stored(client));
      }),
    async close() {
      for (const socket of [...agents, ...visitors]) socket.disconnect();
      server.kill();
      await once(server, 'exit');
    },
  };
}
