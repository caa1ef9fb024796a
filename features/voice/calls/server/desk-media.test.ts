import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { renderTones } from '#core/telephony/tones.ts';
import { aSoundOf } from '#test/builders.ts';
import { houseOfTests, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

/** Pitches and lengths of the sounds of these tests, by what they are for. */
const sounds = {
  music: { hz: 700, ms: 10_000 },
  welcome: { hz: 800, ms: 2_000 },
  repeat: { hz: 1_100, ms: 1_000 },
  agent: { hz: 1_200, ms: 1_000 },
} as const;
const samples = new Map<number, Int16Array>();
const { db, house, aTeam } = await houseOfTests({
  teamSound: async (_, soundId) => samples.get(soundId) ?? null,
});
const { telephony } = house;
const PROMPT_HZ = 300;
const MUSIC_HZ = 600;

/** The group plays sounds of the team: those that are named. */
async function sounding(
  { tenantId, groupId }: { tenantId: number; groupId: number },
  ...names: (keyof typeof sounds)[]
) {
  for (const name of names) {
    const id = await aSoundOf(db, tenantId, name);
    samples.set(id, renderTones([{ hz: [sounds[name].hz], ms: sounds[name].ms }]));
    await db.everyTenant('a group that sounds', (tx) =>
      sql`update agent_group set ${sql.ref(`${name}_sound_id`)} = ${id}, repeat_every_sec = ${name === 'repeat' ? 30 : sql.ref('repeat_every_sec')} where id = ${groupId}`.execute(
        tx.as(),
      ),
    );
  }
  await house.queues.refresh(tenantId);
}

test('[CC-02] callers of a group hear its welcome, then its music, and its announcement again and again; the agent its name', async () => {
  const [tenant, ana] = await aTeam(1);
  await sounding(tenant, 'music', 'welcome', 'repeat', 'agent');
  const caller = await house.callsIn(tenant);
  await soon(() => telephony.hearsHz(caller)).toEqual([800]);
  expect(telephony.ringing(ana.sipNum)).toBeUndefined();
  await house.pass(2_100);
  await soon(() => telephony.ringing(ana.sipNum)).toBeTruthy();
  expect(telephony.hearsHz(caller)).toEqual([700]);
  const leg = telephony.ringing(ana.sipNum)!;
  telephony.picksUp(leg);
  await house.settled();
  expect(telephony.hearsHz(leg)).toEqual([1_200]);
  expect(telephony.hearsHz(caller)).toEqual([700]);
  telephony.says(leg, [440]);
  await house.pass(1_100);
  await soon(() => telephony.hearsHz(caller)).toEqual([440]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CC-02] the announcement comes over the music, which goes on after it; on hold the same music', async () => {
  const [tenant] = await aTeam(0);
  await sounding(tenant, 'music', 'repeat');
  const caller = await house.callsIn(tenant);
  await soon(() => telephony.hearsHz(caller)).toEqual([PROMPT_HZ]);
  await house.pass(2_000);
  expect(telephony.hearsHz(caller)).toEqual([700]);
  await house.pass(28_500);
  expect(telephony.hearsHz(caller)).toEqual([1_100]);
  await house.pass(1_500);
  expect(telephony.hearsHz(caller)).toEqual([700]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CC-02] a sound that is gone is replaced by what the product has', async () => {
  const [tenant] = await aTeam(0);
  await sounding(tenant, 'music', 'welcome');
  samples.clear();
  const caller = await house.callsIn(tenant);
  await soon(() => telephony.hearsHz(caller)).toEqual([PROMPT_HZ]);
  await house.pass(4_000);
  await soon(() => telephony.hearsHz(caller)).toEqual([MUSIC_HZ]);
  telephony.hangsUp(caller);
  await house.settled();
});

const rules = (word: string) => ({
  RecordingRules: JSON.stringify({ countries: [{ country: 'MX', word }], otherwise: 'none', unknown: 'none' }),
});

test.each([
  ['1', true, 'agreed'],
  ['3', false, 'declined'],
] as const)(
  '[CC-16] who presses %s when asked is recorded: %s, and the record says so',
  async (key, isRecorded, outcome) => {
    const [tenant, ana] = await aTeam(1, { settings: rules('consent') });
    const caller = await house.callsIn(tenant);
    await soon(() => telephony.hearsHz(caller)).toEqual([PROMPT_HZ]);
    expect(telephony.ringing(ana.sipNum)).toBeUndefined();
    telephony.presses(caller, key);
    await house.takes(ana);
    await house.pass(3_000);
    telephony.hangsUp(caller);
    await soon(() => house.records(tenant.tenantId)).toMatchObject([
      { ended: true, has_recording: isRecorded, events: ['recordingWord', 'queued', 'agentRang', 'answered'] },
    ]);
    const { rows } = await db.everyTenant('what was said', (tx) =>
      sql`select detail ->> 'outcome' outcome from call_event where tenant_id = ${tenant.tenantId} and type = 'recordingWord'`.execute(
        tx.as(),
      ),
    );
    expect(rows).toEqual([{ outcome }]);
  },
);

test('[CC-16] a called person hears the notice before anything is recorded', async () => {
  const [tenant, ana] = await aTeam(1, { settings: rules('notice') });
  house.dials(ana, '5512345678');
  await house.settled();
  await soon(() => telephony.ringTo('525512345678')).toBeTruthy();
  const callee = telephony.ringTo('525512345678')!;
  telephony.picksUp(callee);
  await house.settled();
  await soon(() => telephony.hearsHz(callee)).toEqual([PROMPT_HZ]);
  await house.pass(5_000);
  telephony.hangsUp(callee);
  await soon(() => house.records(tenant.tenantId)).toMatchObject([
    { ended: true, has_recording: true, events: ['answered', 'recordingWord'] },
  ]);
});
