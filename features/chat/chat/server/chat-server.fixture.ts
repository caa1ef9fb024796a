import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { mayUse } from '#platform/server/http/caller.ts';
import type { Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { handClock } from '#test/clock.ts';
import { chatApi } from '../contract.ts';
import type { ChatAgent } from './agent-desk.ts';
import { aChatHouse } from './chat.fixture.ts';
import { openChatDesk } from './open-chat-desk.ts';

type ServerWishes = NonNullable<Parameters<typeof testServer>[0]>;

/** The product and a desk beside it that the tests of one file act through; both end with the file. */
export async function aChatServer(wishes: ServerWishes = {}) {
  const server = await testServer(wishes);
  const desk = openChatDesk(server.world);
  afterAll(async () => {
    await desk.stop();
    await server.close();
  });
  return {
    server,
    desk,
    house: () => aChatHouse(server.world.db, server.world.clock),
    /** A call of the contract, its input where the contract has it. */
    // oxlint-disable-next-line typescript/no-explicit-any -- as `TestServer` has it: tests say what they expect
    async ask<D = any>(
      who: Member,
      call: keyof typeof chatApi,
      input: Record<string, unknown> = {},
    ): Promise<{ code: number; data: D }> {
      const { method, path } = chatApi[call];
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
      return server.ask(method, url, {
        token: who.token,
        ...(method === 'GET'
          ? { query: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])) }
          : { body: input }),
      });
    },
  };
}

/** The same with a clock that the tests turn. */
export async function aChatServerInTime() {
  const clock = handClock(Date.UTC(2026, 10, 15, 12));
  const opened = await aChatServer({ clock });
  return {
    ...opened,
    clock,
    /** Time passes as the desk sees it: without a break. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 4_000) {
        clock.turn(Math.min(4_000, left));
        await opened.desk.tick();
      }
    },
  };
}

/** A person as the desk knows them. */
export const as = ({ identity }: Member): ChatAgent => ({
  tenantId: identity.tenantId,
  userId: identity.userId,
  name: identity.name,
  needsMasking: identity.needsMasking,
  supervises: mayUse(identity, 'chat.supervise'),
});
export const reply = (conversation_id: number, text: string, client_id: string = randomUUID()) => ({
  conversation_id,
  client_id,
  text,
  note: false,
  mentions: [],
});
export const failing = (name: string) => expect.objectContaining({ name });
