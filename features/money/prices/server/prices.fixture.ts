import { sql } from 'kysely';
import { vi } from 'vitest';
import { openAccount } from '#features/money/ledger/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import type { TestServer } from '#test/test-server.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { PriceFile } from '../contract.ts';

/** Somebody who runs the installation and showed a second factor at this session. */
export async function anOperatorOf(db: Db): Promise<Member> {
  const member = await aMember(db, await aTenant(db), { name: 'Olga' });
  await db.everyTenant('an operator', async (tx) => {
    await sql`insert into operator_account (user_id) values (${member.userId})`.execute(tx.as());
    await sql`update session set factor_at = now() where id = ${member.sessionId}`.execute(tx.as());
  });
  return member;
}

/** A tenant whose money is counted. */
export async function aPayer(db: Db, currency = 'USD', name?: string): Promise<number> {
  const tenantId = await aTenant(db, name === undefined ? {} : { name });
  await db.everyTenant('an account', (tx) => openAccount(tx, tenantId, currency, 10_000));
  return tenantId;
}

export const inDays = (days: number): string => toWireTime(Date.now() + days * 86_400_000);

/** What an operator does with price lists. */
export function atTheLists(server: TestServer, token: string) {
  // Tests look into whatever is answered.
  // oxlint-disable-next-line typescript/no-explicit-any
  const ask = <D = any>(path: string, body: object = {}) =>
    server.ask<D>('POST', `/admin/operator/price/${path}`, { token, body });
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  /** What became of the latest file of a list, once nothing more becomes of it by itself. */
  const settled = (listId: number): Promise<PriceFile> =>
    vi.waitFor(
      async () => {
        const { data } = await ask<PriceFile>('file/of', { listId });
        if (data.state === 'checking' || data.state === 'taking') throw new Error('still under way');
        return data;
      },
      { timeout: 20_000, interval: 30 },
    );
  return {
    ask,
    /** A new list that begins tomorrow unless said; answers its id. */
    async made(wish: object = {}): Promise<number> {
      const { code, data } = await ask('list/add', {
        name: 'Standard',
        tenantId: null,
        currency: 'USD',
        beginsAt: inDays(1),
        ...wish,
      });
      if (code !== 0) throw new Error(`no list: ${code}`);
      return data.id;
    },
    async check(listId: number, text: string | Buffer, mode = 'replace', type = 'text/csv') {
      const head = `${field('listId', String(listId))}${field('mode', mode)}--b\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\ncontent-type: ${type}\r\n\r\n`;
      const answer = await server.built.http.inject({
        method: 'POST',
        url: '/admin/operator/price/file/check',
        headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` },
        payload: Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from('\r\n--b--\r\n')]),
      });
      // oxlint-disable-next-line typescript/no-explicit-any
      const begun = answer.json() as any;
      return begun.code === 0 ? { ...begun, data: (await settled(listId)).checked } : begun;
    },
    /** Takes a checked file, to its end. */
    async take(listId: number, id: number) {
      const begun = await ask('file/take', { id });
      return begun.code === 0 ? { ...begun, data: await settled(listId) } : begun;
    },
    settled,
    async file(path: string): Promise<{ name: string; bytes: Buffer }> {
      const answer = await server.built.http.inject({
        method: 'GET',
        url: `/admin/operator/price/${path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      return { name: String(answer.headers['content-disposition']), bytes: answer.rawPayload };
    },
  };
}
