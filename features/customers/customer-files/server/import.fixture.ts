import { expect } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import type { Customer } from '#features/customers/customers/contract.ts';
import type { DayOrder } from '../core/day-order.ts';
import type { CustomerImport, DuplicateRule, ImportPreview, WrongRow } from '../contract.ts';

export const IMPORTER = [
  'customer-files.import',
  'customer-files.export',
  'customers.use',
  'customers.view',
  'customers.edit',
  'customers.delete',
  'customers.erase',
  'tags.use',
  'tags.edit',
  'field-config.edit',
  'field-config.use',
];
const PATH = '/admin/cdp/customer';

export interface CheckWish {
  mapping?: { column: number; field: string | null; days?: DayOrder }[];
  /** Which of day and month comes first where the file does not tell. */
  days?: DayOrder;
  duplicates?: DuplicateRule;
  country?: string;
  tag_ids?: number[];
  owner_id?: number | null;
}

/** Somebody who imports; `ask` answers the envelope, the other words the data. */
export function importDesk(server: TestServer, member: Member) {
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.ask(method, `${PATH}${path}`, { token: member.token, ...(body ? { body } : {}) });
  const dataOf = async <D>(answer: ReturnType<typeof ask>): Promise<D> => {
    const { code, data, msg } = await answer;
    if (code !== 0) throw new Error(`${code} ${msg}`);
    return data as D;
  };
  const desk = {
    member,
    ask,
    /** The envelope of an upload. */
    async send(
      content: string | Uint8Array,
      name = 'customers.csv',
      fields: Record<string, string> = {},
    ): Promise<{ code: number; data: ImportPreview }> {
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) form.append(key, value);
      form.append('file', new File([content as never], name));
      const request = new Request('http://openseat.test', { method: 'POST', body: form });
      const answer = await server.built.http.inject({
        method: 'POST',
        url: `${PATH}/import`,
        headers: { authorization: `Bearer ${member.token}`, 'content-type': request.headers.get('content-type')! },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return answer.json();
    },
    async upload(content: string | Uint8Array, name?: string, fields?: Record<string, string>): Promise<ImportPreview> {
      const { code, data } = await desk.send(content, name, fields);
      expect(code).toBe(0);
      return data;
    },
    stand: async (id: number): Promise<CustomerImport> =>
      (await dataOf<ImportPreview>(ask('GET', `/import/${id}`))).import,
    async until(id: number, states: readonly CustomerImport['state'][], timeout = 280_000): Promise<CustomerImport> {
      await expect
        .poll(async () => (await desk.stand(id)).state, { timeout, interval: 50 })
        .toSatisfy((state: CustomerImport['state']) => states.includes(state));
      return desk.stand(id);
    },
    /** Uploads and checks; columns become what was guessed, unless said. */
    async check(
      content: string | Uint8Array,
      { mapping, days, ...wish }: CheckWish = {},
      name?: string,
    ): Promise<CustomerImport> {
      const { import: one, columns } = await desk.upload(content, name, wish.country ? { country: wish.country } : {});
      await dataOf(
        ask('POST', '/import/check', {
          id: one.id,
          mapping: mapping ?? columns.map(({ column, guess }) => ({ column, field: guess, ...(days ? { days } : {}) })),
          ...wish,
        }),
      );
      return desk.until(one.id, ['checked', 'failed']);
    },
    async start(id: number): Promise<CustomerImport> {
      await dataOf(ask('POST', '/import/start', { id }));
      return desk.until(id, ['done', 'failed', 'cancelled']);
    },
    async import(content: string | Uint8Array, wish?: CheckWish, name?: string): Promise<CustomerImport> {
      return desk.start((await desk.check(content, wish, name)).id);
    },
    wrongRows: (id: number): Promise<WrongRow[]> => dataOf(ask('GET', `/import/${id}/wrong`)),
    async errors(id: number): Promise<string[]> {
      const answer = await server.built.http.inject({
        url: `${PATH}/import/${id}/errors`,
        headers: { authorization: `Bearer ${member.token}` },
      });
      return answer.statusCode === 200
        ? answer.rawPayload
            .toString('utf8')
            .replace(/^\uFEFF/, '')
            .trimEnd()
            .split('\r\n')
        : [];
    },
    customers: async (): Promise<Customer[]> =>
      (await dataOf<{ list: Customer[] }>(ask('POST', '/list', { sort: 'created', desc: false, page_size: 200 }))).list,
    add: (wish: object): Promise<Customer> => dataOf(ask('POST', '/insert', wish)),
    count: async (): Promise<number> =>
      (
        await server.world.db.pool.query<{ count: number }>(
          'select count(*) from customer where tenant_id = $1 and deleted_at is null',
          [member.tenantId],
        )
      ).rows[0]!.count,
  };
  return desk;
}
export type ImportDesk = ReturnType<typeof importDesk>;

/** A server and people who import, each in a tenant of their own. */
export async function importHouse() {
  const server = await testServer();
  return {
    server,
    importer: async (tenantId?: number, wishes: Parameters<typeof aMember>[2] = {}): Promise<ImportDesk> =>
      importDesk(
        server,
        await aMember(server.world.db, tenantId ?? (await aTenant(server.world.db)), {
          functions: IMPORTER,
          ...wishes,
        }),
      ),
    close: () => server.close(),
  };
}
