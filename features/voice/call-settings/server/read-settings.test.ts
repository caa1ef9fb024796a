import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { defaultCallSettings, readCallSettings, wireCallSettings } from './read-settings.ts';

const { db, close } = await testDb();
afterAll(close);

async function tenantWith(settings: Record<string, string>): Promise<{ tenantId: number }> {
  const tenantId = await aTenant(db);
  await db.tenant({ tenantId }, async (tx) => {
    for (const [name, value] of Object.entries(settings))
      await sql`insert into tenant_setting (name, value) values (${name}, ${value})`.execute(tx.as());
  });
  return { tenantId };
}

test('[CC-17] a tenant that set nothing has the defaults of the specification', async () => {
  const who = await tenantWith({});
  expect(await db.tenant(who, wireCallSettings)).toEqual(defaultCallSettings);
  expect(await db.tenant(who, readCallSettings)).toEqual({
    maxCallMs: null,
    maxHoldMs: 300_000,
    wrapUpMs: 30_000,
    wrapUpExtraMs: 300_000,
    recordCalls: true,
    recordingRules: { countries: [], otherwise: 'none', unknown: 'none' },
    survey: 0,
    surveyWhenAgentHangsUp: false,
    tellsMonitored: false,
    language: 'en-US',
  });
});

test('[CC-17] every setting is read by its name; 0 switches a limit off', async () => {
  const who = await tenantWith({
    maxDurationOfSingleCall: '3600',
    maxCallHoldTime: '0',
    displayTransferButton: 'false',
    AgentDefaultLoginStatus: '66',
    satisfactionSurveyModel: '1',
    activelyHangUp: '1',
    postTalkSortTimeSecond: '0',
    maxWrapUpExtraSecond: '60',
    RecordCalls: 'false',
    RecordingRules: '{"countries":[],"otherwise":"notice","unknown":"consent"}',
    AutoAnswerDefault: 'true',
    TellAgentsWhenMonitored: 'true',
    CustomerPageAddress: 'https://crm.example.com/{callId}',
    CustomerPageOpening: 'link',
  });
  expect(await db.tenant(who, wireCallSettings)).toEqual({
    maxDurationOfSingleCall: 3_600,
    maxCallHoldTime: null,
    displayTransferButton: false,
    AgentDefaultLoginStatus: 66,
    satisfactionSurveyModel: 1,
    activelyHangUp: true,
    postTalkSortTimeSecond: 0,
    maxWrapUpExtraSecond: 60,
    RecordCalls: false,
    RecordingRules: { countries: [], otherwise: 'notice', unknown: 'consent' },
    AutoAnswerDefault: true,
    TellAgentsWhenMonitored: true,
    CustomerPageAddress: 'https://crm.example.com/{callId}',
    CustomerPageOpening: 'link',
  });
  expect(await db.tenant(who, readCallSettings)).toMatchObject({
    maxCallMs: 3_600_000,
    maxHoldMs: null,
    wrapUpMs: 0,
    recordCalls: false,
    survey: 1,
    surveyWhenAgentHangsUp: true,
    tellsMonitored: true,
  });
});

test('[CC-17] nonsense counts as not set, and nobody signs in with a status only the server gives', async () => {
  const who = await tenantWith({
    maxDurationOfSingleCall: 'long',
    maxCallHoldTime: '-1',
    AgentDefaultLoginStatus: '68',
    satisfactionSurveyModel: '7',
    postTalkSortTimeSecond: '1e3',
    RecordingRules: '[]',
    CustomerPageAddress: 'javascript:alert({number})',
    CustomerPageOpening: 'everywhere',
  });
  expect(await db.tenant(who, wireCallSettings)).toEqual(defaultCallSettings);
});
