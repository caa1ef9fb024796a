import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { messageId, type Mailbox } from '#core/call/mailbox.ts';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import { openCallBook, type CallBook } from '#features/voice/call-records/server/index.ts';
import { aMember, type Member, type MemberWishes } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const RATE = 8_000;

/** A recording on disk: seconds of a tone, or of nothing. */
export function aSound({ seconds = 2, loud = 3_000 }: { seconds?: number; loud?: number } = {}): string {
  const path = join(tmpdir(), `openseat-${randomUUID()}.wav`);
  writeFileSync(
    path,
    pcmWav(
      Int16Array.from({ length: Math.round(seconds * RATE) * 2 }, (_, n) =>
        n % 2 === 0 ? Math.round(loud * Math.sin((2 * Math.PI * 440 * n) / (2 * RATE))) : 0,
      ),
      { rate: RATE, channels: 2 },
    ),
  );
  return path;
}

export interface LeftWishes {
  box?: Mailbox;
  number?: string;
  startedMs?: number;
  seconds?: number;
  loud?: number;
}

/** A server, a book of calls, and people with boxes. */
export async function voicemailHouse() {
  const server = await testServer();
  const book: CallBook & { stop(): Promise<void> } = openCallBook(server.world);
  afterAll(async () => {
    await book.stop();
    await server.close();
  });
  const { db } = server.world;

  /** A caller leaves a message; answers its call and its recording. */
  async function leave(
    tenantId: number,
    {
      box = { kind: 'main' },
      number = '525512345678',
      startedMs = Date.now() - 60_000,
      seconds = 2,
      loud = 3_000,
    }: LeftWishes = {},
  ) {
    const callId = `v-${randomUUID()}`;
    await book.open({
      tenantId,
      callId,
      node: 'node-1',
      direction: 'inbound',
      startedMs,
      customerNumber: number,
      customerCountry: 'MX',
      ourNumber: '525555550100',
      didNumberId: null,
      routerId: null,
      lineId: null,
      userId: null,
      sipNum: null,
      groupId: null,
      callbackOf: null,
      task: null,
    });
    await book.note(tenantId, callId, { type: 'voicemailBegan', atMs: startedMs + 5_000 });
    await book.close(tenantId, callId, {
      endedMs: startedMs + 20_000,
      outcome: 'voicemail',
      cause: 'normal',
      sipStatus: null,
      refusal: null,
      endedBy: 'customer',
    });
    const recordingId = messageId(callId, 1, box);
    await book.addRecording(tenantId, callId, {
      recordingId,
      path: aSound({ seconds, loud }),
      durationMs: seconds * 1_000,
      kind: 'voicemail',
    });
    return { callId, recordingId };
  }

  /** Somebody with a phone. */
  async function anAgent(tenantId: number, wishes: MemberWishes = {}): Promise<Member> {
    const member = await aMember(db, tenantId, {
      functions: ['voicemails.use', 'call-records.use'],
      voiceSeat: true,
      ...wishes,
    });
    await db.everyTenant('a phone', (tx) => makeAgent(tx, member));
    return member;
  }

  let groups = 0;
  async function aGroup(
    tenantId: number,
    members: readonly Member[],
    managers: readonly Member[] = [],
  ): Promise<number> {
    groups += 1;
    return db.tenant({ tenantId }, async (tx) => {
      const id = (
        await sql<{
          id: number;
        }>`insert into agent_group (name, group_no) values (${`Group ${groups}`}, ${groups}) returning id`.execute(
          tx.as(),
        )
      ).rows[0]!.id;
      for (const { userId } of members)
        await sql`insert into agent_group_member (group_id, user_id) values (${id}, ${userId})`.execute(tx.as());
      for (const { userId } of managers)
        await sql`insert into agent_group_manager (group_id, user_id) values (${id}, ${userId})`.execute(tx.as());
      return id;
    });
  }

  const ask = (who: Pick<Member, 'token'>, path: string, body: object = {}) =>
    server.ask('POST', `/cc/api/voicemail/v1/${path}`, { token: who.token, body });
  return { server, db, book, leave, anAgent, aGroup, ask };
}
