import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aHouse, aTenantHouse, serve } from '#features/voice/calls/server/calls.fixture.ts';
import { statusRoutes } from '#features/team/agent-status/server/status-routes.ts';
import { testDb } from '#test/test-db.ts';
import { callLabels, labelBeforeDone } from './index.ts';
import { loadTexts } from '#platform/server/texts.ts';

const { db, close } = await testDb();
const house = aHouse(db);
beforeAll(house.start);
afterAll(async () => {
  await house.stop();
  await close();
});

test('[STATUS-10] where a label is required, work after a call is not done early without one', async () => {
  const tenant = await aTenantHouse(db);
  const { tenantId } = tenant;
  const ana = await house.anAgent(tenantId, { functions: ['calls.use', 'call-labels.use'] });
  await serve(db, house.queues, tenant, ana);
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('CallLabelRequired', 'true')`.execute(tx.as()),
  );
  const before = labelBeforeDone(db);
  const handler = (name: string) =>
    [
      ...callLabels({ db, texts: loadTexts() }, house.board).routes,
      ...statusRoutes({ ...house, publicUrl: 'https://openseat.test' } as never, house.board, before),
    ].find((route) => route.name === name)!.handle as (...all: unknown[]) => Promise<unknown>;

  const customer = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await expect(before(ana, callId), 'there are no labels to choose from').resolves.toBeUndefined();
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      id: number;
    }>`insert into call_label (name, colour, position) values ('Sold', 'green', 1) returning id`.execute(tx.as()),
  );

  house.telephony.hangsUp(customer);
  await house.settled();
  expect(house.agentNow(ana).wrapUp).toMatchObject({ callId });
  const report = { callId, startTime: '', endTime: '' };
  await expect(handler('wrapUp')(ana.caller(), report)).rejects.toThrow('callLabelMissing');
  expect(house.agentNow(ana).wrapUp).toMatchObject({ callId });
  await handler('choose')(ana.caller({ module: 'call-labels', action: 'choose' }), { callId, labelId: rows[0]!.id });
  await expect(handler('wrapUp')(ana.caller(), report)).resolves.toMatchObject({ wrapUp: null });
});
