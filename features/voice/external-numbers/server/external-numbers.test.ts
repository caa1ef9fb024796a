import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { absentSpeech } from '#core/speech/absent-speech.fixture.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { handClock } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';

const clock = handClock();
/** What the voice was asked to say. */
const said: string[] = [];
const silent = absentSpeech('not installed');
const server = await testServer({
  clock,
  embeddedSpeech: {
    ...silent,
    state: () => ({ at: 'ready' }),
    voice: {
      name: 'test',
      can: { languages: ['en', 'es'], isStreaming: false },
      close: async () => {},
      async speak({ text }, onSamples) {
        said.push(text);
        onSamples(new Int16Array(SAMPLE_RATE).fill(1));
      },
    },
  },
});
afterAll(server.close);
const { db, outbox } = server.world;
const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));
const idOf = async (query: ReturnType<typeof sql>): Promise<number> =>
  ((await run(query)).rows[0] as { id: number }).id;
const post = ({ token }: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/externalNumber/v1/${path}`, { token, body });
const codeOf = (name: FailureName): number => failures[name].code;
const MINUTE_MS = 60_000;

let made = 0;
/** A tenant that can call out and shows a number of its own. */
async function aTeam() {
  const tenantId = await aTenant(db);
  const line = await idOf(
    sql`insert into trunk (tenant_id, name, carrier) values (${tenantId}, 'A', 'rehearsal') returning id`,
  );
  const router = await idOf(
    sql`insert into router (tenant_id, name, type) values (${tenantId}, 'World', 2) returning id`,
  );
  await run(
    sql`insert into router_trunk (tenant_id, router_id, trunk_id, position) values (${tenantId}, ${router}, ${line}, 0)`,
  );
  const own = `52557440${String((made += 1)).padStart(4, '0')}`;
  await run(
    sql`insert into did_number (tenant_id, number, country_iso2, carrier) values (${tenantId}, ${own}, 'MX', 'any')`,
  );
  const manager = await aMember(db, tenantId, {
    functions: ['external-numbers.view', 'external-numbers.edit', 'routes.use'],
  });
  const number = `52557550${String((made += 1)).padStart(4, '0')}`;
  const added = (await post(manager, 'add', { number: `+${number}`, remark: 'Shop' })).data as { id: number };
  return { tenantId, router, own, manager, number, id: added.id };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

/** Asks for a code by message and lets it be sent; answers the code. */
async function codeBySms({ manager, id, number }: Team): Promise<string> {
  const messages = async () => (await outbox!.list(100)).filter(({ to }) => to === `+${number}`);
  const before = (await messages()).length;
  expect((await post(manager, 'queryCode', { id, by: 'sms' })).code).toBe(0);
  await vi.waitFor(async () => expect(await messages()).toHaveLength(before + 1));
  return /^\d{6}/.exec((await messages())[0]!.text)![0];
}
const isWrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const shown = async ({ manager: { token } }: Team): Promise<string[]> => {
  const { data } = await server.ask('POST', '/cc/api/route/v1/displayNumbers', { token, body: {} });
  return (data as { number: string }[]).map(({ number }) => number).filter(Boolean);
};

test('[CC-14] external numbers are added, found, changed and deleted; each is in the log', async () => {
  const { manager, id, number, router, tenantId } = await aTeam();
  expect((await post(manager, 'page', { remark: 'sho' })).data).toEqual({
    total: 1,
    list: [
      {
        id,
        number,
        remark: 'Shop',
        countryIso2: 'MX',
        routerId: null,
        routerName: '',
        enabled: true,
        isVerified: false,
      },
    ],
  });
  expect((await post(manager, 'all')).data).toEqual([]);
  expect((await post(manager, 'routers')).data).toEqual([{ id: router, name: 'World' }]);
  expect((await post(manager, 'update', { id, remark: 'Store', routerId: router, enabled: false })).data).toMatchObject(
    { remark: 'Store', routerName: 'World', enabled: false, number },
  );
  expect((await post(manager, 'delete', { id })).code).toBe(0);
  expect((await post(manager, 'page')).data.total).toBe(0);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ action: string }>`select action from operation_log where module = 'external-numbers' order by id`.execute(
      tx.as(),
    ),
  );
  expect(rows.map(({ action }) => action)).toEqual(['add', 'update', 'delete']);
});

test('[CC-14] a number is shown to nobody until the code sent to it came back', async () => {
  const team = await aTeam();
  const { manager, id, number, own, tenantId } = team;
  const plans = openCallPlans(server.world);
  const onward = () => plans.onward({ tenantId, number: '525512345678', shown: number });
  expect(await shown(team)).toEqual([own]);
  expect(await onward()).toMatchObject({ displayNumber: own });
  const code = await codeBySms(team);
  expect((await post(manager, 'verify', { id, code: isWrong(code) })).code).toBe(codeOf('verificationCodeWrong'));
  expect(await shown(team)).toEqual([own]);
  expect((await post(manager, 'verify', { id, code })).data).toMatchObject({ id, isVerified: true });
  expect(await shown(team)).toEqual([number, own]);
  expect(await onward()).toMatchObject({ displayNumber: number });
  expect((await post(manager, 'all')).data).toMatchObject([{ number }]);
  expect((await post(manager, 'queryCode', { id, by: 'sms' })).code).toBe(codeOf('conflict'));
});

test('[CC-14] a number that was given to a group before it was proven is not shown for it', async () => {
  const { tenantId, id, manager, number } = await aTeam();
  const group = await idOf(
    sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1) returning id`,
  );
  await run(
    sql`insert into agent_group_number (tenant_id, group_id, external_number_id) values (${tenantId}, ${group}, ${id})`,
  );
  const ofGroup = async () =>
    (
      await server.ask('POST', '/cc/api/route/v1/groupNumbers', {
        token: manager.token,
        body: { agentGroupId: group },
      })
    ).data as { number: string }[];
  expect(await ofGroup()).toEqual([]);
  await run(sql`update external_number set verified_at = now() where id = ${id}`);
  expect(await ofGroup()).toMatchObject([{ number }]);
  expect(await post(manager, 'delete', { id })).toMatchObject({
    code: codeOf('numberNeeded'),
    msg: expect.stringContaining('Sales') as string,
  });
});

test('[CC-14] a code is good for five tries, ten minutes and one use; only the newest counts, and it is kept as a hash', async () => {
  const team = await aTeam();
  const { manager, id, tenantId } = team;
  const verify = async (code: string) => (await post(manager, 'verify', { id, code })).code;
  expect(await verify('123456')).toBe(codeOf('verificationCodeExpired'));
  const first = await codeBySms(team);
  for (let tries = 0; tries < 5; tries += 1) expect(await verify(isWrong(first))).toBe(codeOf('verificationCodeWrong'));
  expect(await verify(first)).toBe(codeOf('verificationCodeExpired'));
  clock.turn(MINUTE_MS + 1);
  const second = await codeBySms(team);
  if (second !== first) expect(await verify(first)).toBe(codeOf('verificationCodeWrong'));
  clock.turn(10 * MINUTE_MS + 1);
  expect(await verify(second)).toBe(codeOf('verificationCodeExpired'));
  const third = await codeBySms(team);
  const { rows } = await run(
    sql`select string_agg(c::text, '') rows, (select string_agg(o::text, '') from operation_log o where tenant_id = ${tenantId}) log from external_number_code c where tenant_id = ${tenantId}`,
  );
  expect(JSON.stringify(rows)).not.toContain(`"${third}"`);
  expect(await verify(third)).toBe(0);
});

test('[CC-14] a number gets one code a minute and five an hour, whoever asks', async () => {
  const [team, other] = [await aTeam(), await aTeam()];
  const { manager, id, number } = team;
  const ask = async () => (await post(manager, 'queryCode', { id, by: 'sms' })).code;
  expect(await ask()).toBe(0);
  expect(await ask()).toBe(codeOf('tooManyRequests'));
  for (let codes = 1; codes < 5; codes += 1) {
    clock.turn(MINUTE_MS + 1);
    expect(await ask()).toBe(0);
  }
  clock.turn(MINUTE_MS + 1);
  const theirs = (await post(other.manager, 'add', { number: `+${number}` })).data as { id: number };
  expect((await post(other.manager, 'queryCode', { id: theirs.id, by: 'sms' })).code).toBe(codeOf('tooManyRequests'));
  clock.turn(60 * MINUTE_MS);
  expect((await post(other.manager, 'queryCode', { id: theirs.id, by: 'sms' })).code).toBe(0);
});

test('[CC-14] a code is spoken in a call to the number, digit by digit, and the call ends', async () => {
  const { manager, id, number, own } = await aTeam();
  said.length = 0;
  expect((await post(manager, 'queryCode', { id, by: 'call' })).code).toBe(0);
  const leg = server.telephony.ringTo(number)!;
  expect(server.telephony.shown(leg)).toMatchObject({ callerId: own });
  server.telephony.picksUp(leg);
  expect(server.telephony.hears(leg)).toMatchObject([{ sound: { samples: expect.any(Int16Array) as Int16Array } }]);
  const code = said[0]!.match(/(\d, ){5}\d/)![0].replace(/\D/g, '');
  server.telephony.passMs(60_000);
  expect(server.telephony.leg(leg)).toMatchObject({ at: 'ended' });
  expect((await post(manager, 'verify', { id, code })).data).toMatchObject({ isVerified: true });
});

test('[CC-14] where nobody may be called nobody waits for a code, and the reason is told', async () => {
  const { manager, id, tenantId } = await aTeam();
  await run(sql`update trunk set enabled = false where tenant_id = ${tenantId}`);
  expect((await post(manager, 'queryCode', { id, by: 'call' })).code).toBe(codeOf('noTrunk'));
  expect((await post(manager, 'queryCode', { id, by: 'sms' })).code).toBe(0);
});

test.each<[string, object, FailureName]>([
  ['no country', { number: '55 5000 0101' }, 'numberWithoutCountry'],
  ['half a number', { number: '+52 55' }, 'numberWrong'],
  ['letters', { number: 'our shop' }, 'numberWrong'],
  ['nothing', { number: '' }, 'invalidInput'],
  ['a route that is not there', { number: '+525550000198', routerId: 999_999_999 }, 'notFound'],
])('[CC-14] what is no number is refused by its reason: %s', async (_, body, name) => {
  const { manager } = await aTeam();
  expect((await post(manager, 'add', body)).code).toBe(codeOf(name));
});

test('[CC-14] one of our own numbers, or one twice, needs no proof and is refused', async () => {
  const { manager, own, number } = await aTeam();
  expect((await post(manager, 'add', { number: `+${own}` })).code).toBe(codeOf('numberOursAlready'));
  expect((await post(manager, 'add', { number: `+${number}` })).code).toBe(codeOf('numberOursAlready'));
});

test('[CC-14] numbers of another team do not exist, and who may only look asks for no code', async () => {
  const [one, other] = [await aTeam(), await aTeam()];
  const viewer = await aMember(db, one.tenantId, { functions: ['external-numbers.view'] });
  for (const [path, body] of [
    ['update', { remark: '', routerId: null, enabled: true }],
    ['delete', {}],
    ['queryCode', { by: 'sms' }],
    ['verify', { code: '123456' }],
  ] as const) {
    expect((await post(one.manager, path, { ...body, id: other.id })).code).toBe(404);
    expect((await post(viewer, path, { ...body, id: one.id })).code).toBe(403);
  }
});
