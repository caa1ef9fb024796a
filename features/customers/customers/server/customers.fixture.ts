import { afterAll } from 'vitest';
import { openCallBook, type NewCallRecord } from '#features/voice/call-records/server/index.ts';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import type { Customer, CustomerQuery, CustomerWish } from '../contract.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';

export const EVERYTHING = ['customers.use', 'customers.view', 'customers.edit', 'customers.delete'];

/** A server and what its tests do with customers; `ask` answers the envelope, the other words the data. */
export async function customersHouse(): Promise<{
  server: TestServer;
  manager(tenant?: number): Promise<CustomerClerk>;
  desk(member: Member): CustomerClerk;
  /** The word for a number that is shown to those who see stars. */
  wordFor(tenantId: number, number: string): Promise<string>;
  close(): Promise<void>;
}> {
  const server = await testServer();
  const desk = (member: Member): CustomerClerk => {
    const ask: CustomerClerk['ask'] = (method, path, body) =>
      server.ask(method, `/admin/cdp/customer${path}`, { token: member.token, ...(body ? { body } : {}) });
    const dataOf = async (answer: ReturnType<CustomerClerk['ask']>): Promise<never> => {
      const { code, data, msg } = await answer;
      if (code !== 0) throw new Error(`${code} ${msg}`);
      return data as never;
    };
    return {
      member,
      ask,
      add: (wish) => dataOf(ask('POST', '/insert', wish)),
      list: (query = {}) => dataOf(ask('POST', '/list', query)),
      names: async (query = {}) =>
        (
          (await dataOf(ask('POST', '/list', { sort: 'created', desc: false, ...query }))) as { list: Customer[] }
        ).list.map(({ full_name: name }) => name),
      do: (method, path, body) => dataOf(ask(method, path, body)),
    };
  };
  return {
    server,
    desk,
    wordFor: (tenantId, number) => phoneWords(openTenantSecrets(server.world.db)).wordFor(tenantId, number),
    manager: async (tenant) =>
      desk(await aMember(server.world.db, tenant ?? (await aTenant(server.world.db)), { functions: EVERYTHING })),
    close: () => server.close(),
  };
}

/** A server whose tests write calls as well; closed after the tests of the file. */
export async function houseWithCalls() {
  const house = await customersHouse();
  const book = openCallBook(house.server.world);
  afterAll(async () => {
    await book.stop();
    await house.close();
  });
  return { house, book };
}

/** Somebody called our number, a minute ago unless said. */
export const aCallTo = (
  tenantId: number,
  call: Pick<NewCallRecord, 'callId' | 'customerNumber'> & Partial<NewCallRecord>,
): NewCallRecord => ({
  tenantId,
  node: 'node-1',
  direction: 'inbound',
  startedMs: Date.now() - 60_000,
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
  ...call,
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface CustomerClerk {
  member: Member;
  ask(method: Method, path: string, body?: object): ReturnType<TestServer['ask']>;
  do<D = Customer>(method: Method, path: string, body?: object): Promise<D>;
  add(wish: Partial<CustomerWish> & { allow_duplicate?: boolean }): Promise<Customer>;
  list(query?: Partial<CustomerQuery>): Promise<{ list: Customer[]; total: number; capped: boolean }>;
  names(query?: Partial<CustomerQuery>): Promise<string[]>;
}
