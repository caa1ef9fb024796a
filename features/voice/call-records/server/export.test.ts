import { expect, test, vi } from 'vitest';
import type { DownloadItem } from '#features/office/downloads/contract.ts';
import { startOfDay, nextDay } from '#core/calendar/day-range.ts';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import { aCall, bookOfTests, playCall } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { server, book } = await bookOfTests();

const aPerson = async (wishes: MemberWishes = {}, tenantId?: number) =>
  aMember(server.world.db, tenantId ?? (await aTenant(server.world.db)), {
    functions: ['call-records.use', 'call-records.view', 'call-records.export'],
    ...wishes,
  });

/** The file somebody asked for, line by line. */
async function exported(who: Member, filter: object): Promise<string[]> {
  const { data } = await server.ask<{ id: number }>('POST', '/cc/api/ccCdr/v1/export', {
    token: who.token,
    body: filter,
  });
  const item = await vi.waitFor(
    async () => {
      const list = (await server.ask<DownloadItem[]>('GET', '/cc/api/download/v1/list', { token: who.token })).data;
      const found = list.find(({ id }) => id === data.id)!;
      expect(found.fileUrl).not.toBe('');
      return found;
    },
    { timeout: 40_000, interval: 50 },
  );
  const file = await server.built.http.inject({ url: item.fileUrl, headers: { authorization: `Bearer ${who.token}` } });
  expect([...file.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return file.rawPayload.toString('utf8').slice(1).trimEnd().split('\r\n');
}

test('[complaint 17] 20,001 calls in are 20,001 lines out, and nothing but the table', async () => {
  const sofia = await aPerson({ language: 'es-MX', timeZone: 'America/Mexico_City' });
  await server.world.db.pool.query(
    `
    insert into call_record (tenant_id, call_id, node, direction, started_at, customer_number, our_number, outcome, customer_name)
    select $1::bigint, 'x' || $1::bigint || '-' || n, 'n', 'inbound', '2026-10-05 12:00+00'::timestamptz + (n / 3) * interval '1 s', (525500000000 + n)::text, '525555550100', 1, '=cmd' from generate_series(1, 20001) n`,
    [sofia.tenantId],
  );
  const lines = await exported(sofia, { startDate: '2026-10-05', endDate: '2026-10-05', direction: 'inbound' });
  expect(lines[0]).toMatch(/^Inicio,Contestada,Fin,Dirección,Resultado,Número del cliente,/);
  const rows = lines.slice(1);
  expect(rows).toHaveLength(20_001);
  expect(new Set(rows.map((row) => row.split(',').at(-1))).size).toBe(20_001);
  expect(rows.at(-1)).toMatch(/^2026-10-05 06:00:00,,,Entrante,Conversación,525500000001,'=cmd,MX,/);
});

test('[SEC-01] a masked reader’s file has no clear number and no name', async () => {
  const masked = await aPerson({ needsMasking: true });
  const callId = await playCall(book, aCall(masked.tenantId), [], 5);
  await server.world.db.pool.query(
    "update call_record set customer_name = 'Lucía Hernández', remark = 'call 525512345678' where call_id = $1",
    [callId],
  );
  const text = (await exported(masked, { callId })).join('\n');
  expect(text).toContain('52******5678');
  expect(text).not.toMatch(/551234|Hernández/);
});

test('[complaint 18] a day has as many lines in the file as the list says', async () => {
  for (const [timeZone, day] of [
    ['Pacific/Pago_Pago', '2026-11-10'],
    ['Asia/Kolkata', '2026-11-10'],
    ['Pacific/Kiritimati', '2026-11-10'],
    ['America/New_York', '2026-11-01'],
    ['America/New_York', '2026-03-08'],
  ] as const) {
    const sofia = await aPerson({ timeZone });
    const [from, to] = [startOfDay(day, timeZone), startOfDay(nextDay(day), timeZone)];
    for (let ms = from - 3_600_000; ms < to + 3_600_000; ms += 3_600_000)
      await book.open(aCall(sofia.tenantId, { startedMs: ms }));
    const { data } = await server.ask('POST', '/cc/api/ccCdr/v1/page', {
      token: sofia.token,
      body: { startDate: day, endDate: day },
    });
    const lines = await exported(sofia, { startDate: day, endDate: day });
    expect([timeZone, day, lines.filter((line) => line.startsWith(`${day} `)).length]).toEqual([
      timeZone,
      day,
      data.total,
    ]);
    expect(data.total).toBe((to - from) / 3_600_000);
    expect(lines).toHaveLength(data.total + 1);
  }
});

test('without call-records.view a file holds one’s own calls, and without call-records.export there is none', async () => {
  const ana = await aPerson({ functions: ['call-records.use', 'call-records.export'] });
  await playCall(
    book,
    aCall(ana.tenantId, { startedMs: Date.now() - 1_000, callId: `mine-${ana.tenantId}` }),
    [[0, { type: 'answered', userId: ana.userId }]],
    5,
  );
  await playCall(book, aCall(ana.tenantId, { startedMs: Date.now() - 1_000 }), [], 5);
  const lines = await exported(ana, { startDate: '2026-01-01' });
  expect(lines.filter((line) => /,(c|mine)-\w+/.test(line)).map((line) => line.split(',').at(-1))).toEqual([
    `mine-${ana.tenantId}`,
  ]);
  const budi = await aPerson({ functions: ['call-records.use'] }, ana.tenantId);
  expect((await server.ask('POST', '/cc/api/ccCdr/v1/export', { token: budi.token, body: {} })).code).toBe(403);
});
