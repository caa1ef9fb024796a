import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAgent } from '#features/team/agents/server/agents.repo.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { callSettingsApi } from '../contract.ts';
import { defaultCallSettings } from './read-settings.ts';

const server = await testServer();
const { db } = server.world;
afterAll(() => server.close());

const detail = async (token: string) => server.ask('GET', callSettingsApi.detail.path, { token });
const update = (token: string, body: object) => server.ask('PUT', callSettingsApi.update.path, { token, body });

test('[CC-17] settings of calls are read, changed one by one, and obeyed where calls ask for them', async () => {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  expect((await detail(owner.token)).data).toEqual({ settings: defaultCallSettings, defaults: defaultCallSettings });
  const changed = {
    maxDurationOfSingleCall: 900,
    maxCallHoldTime: null,
    displayTransferButton: false,
    AgentDefaultLoginStatus: 66,
    satisfactionSurveyModel: 2,
    activelyHangUp: true,
    postTalkSortTimeSecond: 0,
    maxWrapUpExtraSecond: 60,
    RecordCalls: false,
    RecordingRules: { countries: [{ country: 'DE', word: 'consent' }], otherwise: 'notice', unknown: 'none' },
    AutoAnswerDefault: true,
    TellAgentsWhenMonitored: true,
    CustomerPageAddress: 'https://crm.example.com/find?phone={number}',
    CustomerPageOpening: 'tab',
  };
  for (const [name, value] of Object.entries(changed))
    expect((await update(owner.token, { [name]: value })).data).toMatchObject({ [name]: value });
  expect((await detail(owner.token)).data.settings).toEqual(changed);
  expect((await server.ask('GET', '/cc/api/calls/v1/settings', { token: owner.token })).data).toMatchObject({
    maxDurationOfSingleCall: 900,
    maxCallHoldTime: null,
    displayTransferButton: false,
    AgentDefaultLoginStatus: 66,
    satisfactionSurveyModel: 2,
  });
});

test('[CC-17] a setting is set back to its default, and to no limit', async () => {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  await update(owner.token, { maxCallHoldTime: 60 });
  expect((await update(owner.token, { maxCallHoldTime: 300 })).data.maxCallHoldTime).toBe(300);
  expect((await update(owner.token, { maxCallHoldTime: null })).data.maxCallHoldTime).toBeNull();
});

test.each([
  [{}],
  [{ maxCallHoldTime: 4 }],
  [{ maxCallHoldTime: 86_401 }],
  [{ maxCallHoldTime: 1.5 }],
  [{ AgentDefaultLoginStatus: 68 }],
  [{ AgentDefaultLoginStatus: 1 }],
  [{ satisfactionSurveyModel: 3 }],
  [{ RecordCalls: 'yes' }],
  [{ RecordingRules: { countries: [], otherwise: 'always', unknown: 'none' } }],
  [{ RecordingRules: { countries: [{ country: 'XX', word: 'notice' }], otherwise: 'none', unknown: 'none' } }],
  [{ postTalkSortTimeSecond: -1 }],
  [{ CustomerPageAddress: 'http://crm.example.com/{number}' }],
  [{ CustomerPageAddress: 'javascript:alert(1)' }],
  [{ CustomerPageAddress: 'https://crm.example.com/{password}' }],
  [{ CustomerPageAddress: '' }],
  [{ CustomerPageOpening: 'window' }],
])('[CC-17] nobody sets %j', async (body) => {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  expect((await update(owner.token, body)).code).toBe(400);
  expect((await detail(owner.token)).data.settings).toEqual(defaultCallSettings);
});

test('[CC-17] looking and changing are two rights; the log has what changed and nothing else', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { functions: ['call-settings.view'] });
  expect((await detail(ana.token)).code).toBe(0);
  expect((await update(ana.token, { RecordCalls: false })).code).toBe(403);
  const sofia = await aMember(db, tenant, { functions: ['call-settings.edit'] });
  expect((await update(sofia.token, { RecordCalls: false, maxCallHoldTime: 300 })).code).toBe(0);
  const { rows } = await db.tenant({ tenantId: tenant }, (tx) =>
    sql`select action, target, change, user_id from operation_log where outcome = 0`.execute(tx.as()),
  );
  expect(rows).toEqual([
    {
      action: 'update',
      target: 'RecordCalls',
      change: { before: { RecordCalls: true }, after: { RecordCalls: false } },
      user_id: sofia.userId,
    },
  ]);
});

test('[CC-17] a phone that is given out answers by itself where the organisation says so', async () => {
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const [before, after] = [await aMember(db, tenantId), await aMember(db, tenantId)];
  const give = async ({ userId }: { userId: number }) => {
    await db.everyTenant('a phone', (tx) => makeAgent(tx, { tenantId, userId }));
    const { rows } = await db.tenant({ tenantId }, (tx) =>
      sql<{ auto_answer: boolean }>`select auto_answer from agent where user_id = ${userId}`.execute(tx.as()),
    );
    return rows[0]!.auto_answer;
  };
  expect(await give(before)).toBe(false);
  await update(owner.token, { AutoAnswerDefault: true });
  expect(await give(after)).toBe(true);
});
