import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CampaignFile, CampaignImport } from '#features/outbound/campaigns/contract.ts';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import type { TestServer } from '#test/test-server.ts';
import type { PreviewCustomer, PreviewWork } from '../contract.ts';

/** A Wednesday, noon in Mexico City: everybody there may be called. */
export const NOON = Date.UTC(2026, 10, 18, 18);

/** Numbers of Mexico City, each its own. */
export const numberOf = (n: number): string => `5255${String(10_000_000 + n)}`;
export const people = (count: number, first = 0) =>
  Array.from({ length: count }, (_, n) => ({ phone: `+${numberOf(first + n)}`, name: `Customer ${first + n}` }));

/** A team with somebody who plans and somebody who calls. */
export async function aTeam(server: TestServer) {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const planner = await aMember(db, tenantId, {
    functions: ['preview.view', 'preview.edit', 'campaigns.edit', 'customers.view', 'customers.use'],
  });
  const anAgent = (wishes: MemberWishes = {}): Promise<Member> =>
    aMember(db, tenantId, { voiceSeat: true, functions: ['preview.use', 'routes.use'], ...wishes });
  const ana = await anAgent();
  const ask = (who: Member, path: string, body: object = {}) =>
    server.ask('POST', `/cc/api/previewTask/v1/${path}`, { token: who.token, body });
  /** The data of a call that goes well. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the envelope of a test server is read as what the test expects
  const answerOf = async <D = any>(who: Member, path: string, body: object = {}): Promise<D> => {
    const { code, msg, data } = await ask(who, path, body);
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
    return data as D;
  };
  const rows = <R extends object>(query: ReturnType<typeof sql>) =>
    db.tenant({ tenantId }, async (tx) => (await query.execute(tx.as())).rows as R[]);
  return {
    tenantId,
    planner,
    ana,
    anAgent,
    ask,
    answerOf: answerOf,
    rows,
    /** A task of people of a list that runs at once. */
    async aTask(count: number, settings: object = {}, first = 0): Promise<number> {
      const { id } = await answerOf<{ id: number }>(planner, 'createFrom', {
        settings: { name: `Renewals ${(tasks += 1)}`, startType: 3, ...settings },
        source: { from: 'list', customers: people(count, first) },
      });
      return id;
    },
    next: (who: Member, id?: number): Promise<PreviewWork | null> =>
      answerOf(who, 'next', id === undefined ? {} : { id }),
    customers: async (id: number, more: object = {}): Promise<PreviewCustomer[]> =>
      (await answerOf<{ list: PreviewCustomer[] }>(planner, 'customers', { id, size: 200, ...more })).list,
    async aCustomer(wish: { name?: string; number: string; doNotCall?: boolean; consent?: number; owner?: number }) {
      const [row] = await rows<{ id: number }>(sql`
        insert into customer (full_name, phones, phone_countries, do_not_call, consent, owner_id)
        values (${wish.name ?? 'Lucía Hernández'}, ${[wish.number]}, '{MX}', ${wish.doNotCall ?? false}, ${wish.consent ?? 0}, ${wish.owner ?? null}::bigint) returning id`);
      return row!.id;
    },
    blacklist: (number: string, scope: string) =>
      rows(sql`insert into blacklist_entry (pattern, scopes) values (${number}, ${[scope]})`),
  };
}
let tasks = 0;

/** Sends a file with fields; answers the envelope. */
export async function send(
  server: TestServer,
  who: Member,
  url: string,
  content: string | Uint8Array,
  fields: Record<string, string>,
  name = 'customers.csv',
): Promise<{ code: number; msg: string; data: CampaignFile & { id: number } }> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([content as never], name));
  const request = new Request('http://openseat.test', { method: 'POST', body: form });
  const answer = await server.built.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json();
}

/** Waits until a file on its way into a campaign has come so far. */
export async function until(
  server: TestServer,
  who: Member,
  id: number,
  states: readonly CampaignImport['state'][],
): Promise<CampaignImport> {
  const stand = async (): Promise<CampaignImport> =>
    (await server.ask('GET', `/cc/api/campaign/v1/import/${id}`, { token: who.token })).data.import;
  await expect
    .poll(async () => (await stand()).state, { timeout: 60_000, interval: 50 })
    .toSatisfy((state: CampaignImport['state']) => states.includes(state));
  return stand();
}
