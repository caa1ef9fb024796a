import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { vi } from 'vitest';
import type { Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import type { ChatMessage } from '../contract.ts';

/** A page that sends one message after another until each is acknowledged, and comes back whenever its line was cut. */
export class Sender {
  position = 0;
  readonly known = new Map<number, string>();
  readonly sent: string[] = [];
  private page: Page | null = null;
  private readonly acknowledged = new Set<string>();
  private readonly begin: () => Page;
  private readonly wish: (client_id: string, text: string) => object;
  private taken = 0;

  constructor(begin: () => Page, wish: (client_id: string, text: string) => object) {
    this.begin = begin;
    this.wish = wish;
  }

  async connected(): Promise<Page> {
    this.take();
    while (!this.page || this.page.closed || this.page.socket.readyState !== this.page.socket.OPEN) {
      this.take();
      this.page = this.begin();
      this.taken = 0;
      await Promise.race([once(this.page.socket, 'open'), once(this.page.socket, 'close')]).catch(() => {});
    }
    return this.page;
  }

  async sendAll(texts: string[]): Promise<void> {
    for (const text of texts) {
      const client_id = randomUUID();
      this.sent.push(client_id);
      for (;;) {
        const page = await this.connected();
        const receivedCount = page.received.length;
        page.say(this.wish(client_id, text));
        // Until the answer, a refusal of the moment, or the end of the line.
        await vi.waitFor(
          () => {
            this.take();
            if (
              !this.acknowledged.has(client_id) &&
              !page.closed &&
              !page.received.slice(receivedCount).some(({ code }) => code !== 0)
            )
              throw new Error('nothing yet');
          },
          { timeout: 30_000, interval: 5 },
        );
        if (this.acknowledged.has(client_id)) break;
      }
    }
  }

  async stop(): Promise<void> {
    await this.page?.leave();
  }

  private take(): void {
    for (const { code, data } of this.page?.received.slice(this.taken) ?? []) {
      this.taken += 1;
      if (code !== 0 || !data || Array.isArray(data)) continue;
      const down = data as unknown as { client_id?: string; message?: ChatMessage; event_id?: number };
      if (down.client_id) this.acknowledged.add(down.client_id);
      if (down.message) {
        const known = this.known.get(down.message.no);
        if (known && known !== down.message.client_id) throw new Error('two messages with one number');
        this.known.set(down.message.no, down.message.client_id);
      }
      if (down.event_id) this.position = Math.max(this.position, down.event_id);
    }
  }
}

/** Passes everything to the server, and now and then dies instead of passing an answer back. */
export async function aBadLine(to: () => number, chance: number) {
  let cuts = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(to(), '127.0.0.1');
    let isOpen = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (isOpen && Math.random() < chance) {
        cuts += 1;
        near.destroy();
        return;
      }
      isOpen = true;
      near.write(bytes);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
