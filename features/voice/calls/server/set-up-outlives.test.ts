import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { fakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { houseOfTests, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests({ telephony: fakeTelephony({ outlivesProcess: true }) });
const { telephony } = house;

const LOOKS = '/* the test looks */';

test('[CC-12] where calls outlive their process a number outside rings after four journeys to the database as ever; what is kept goes along with the book', async () => {
  const [{ tenantId }, ana] = await aTeam(1);
  await db.everyTenant('no recordings', (tx) =>
    sql`update agent set record_calls = false, wrap_up = false where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  const ended = async (): Promise<number> => {
    const looked = await db.pool.query<{ ended: number; kept: number }>(
      `${LOOKS} select count(*)::int ended, (select count(*)::int from living_call where tenant_id = $1) kept from call_record where tenant_id = $1 and ended_at is not null`,
      [tenantId],
    );
    const { ended: over, kept } = looked.rows[0]!;
    return kept === 0 ? over : -1;
  };
  const calls = async () => {
    const leg = house.dials(ana, '+525512345678');
    await soon(() => house.agentNow(ana).call).not.toBeNull();
    telephony.hangsUp(leg);
    await soon(() => house.agentNow(ana).call).toBeNull();
    await house.settled();
  };
  await calls();
  await soon(ended).toBe(1);
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const made = (): string[] =>
    asked.mock.calls
      .map(([query]) => String((query as { text?: string }).text ?? query))
      .filter((text) => !text.startsWith(LOOKS));
  let toRing = 0;
  const ring = vi.spyOn(telephony, 'ring').mockImplementationOnce((...rung) => {
    toRing = made().length;
    return telephony.ring(...rung);
  });
  await calls();
  await soon(ended).toBe(2);
  const inAll = made().length;
  ring.mockRestore();
  asked.mockRestore();
  expect(toRing).toBeLessThanOrEqual(4);
  expect(inAll).toBeLessThanOrEqual(18);
});
