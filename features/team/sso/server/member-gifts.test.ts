import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { failures } from '#shared/errors.ts';
import { aMember } from '#test/builders.ts';
import { aCompany, aStage, type Company } from './sso-stage.fixture.ts';

const stage = await aStage();
const { server } = stage;
const { db } = server.world;
afterAll(stage.close);

const codeOf = (name: keyof typeof failures): number => failures[name].code;
const aGroup = async (company: Company, name: string): Promise<number> =>
  (
    await server.ask('POST', '/cc/api/agentGroup/v1/add', {
      ...company.as(company.owner),
      body: { name },
    })
  ).data.id;

interface Held {
  textSeat: boolean;
  voiceSeat: boolean;
  isOwner: boolean;
  groups: string[];
}
async function held({ tenantId }: Company, email: string): Promise<Held> {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<Held>`
      select m.text_seat "textSeat", m.voice_seat "voiceSeat", m.is_owner "isOwner",
        coalesce((select json_agg(g.name order by g.name) from agent_group_member a join agent_group g on g.id = a.group_id where a.tenant_id = m.tenant_id and a.user_id = m.user_id), '[]') groups
      from member m join user_account u on u.id = m.user_id where m.tenant_id = ${tenantId} and u.email = ${email}`.execute(
      tx.as(),
    ),
  );
  return rows[0]!;
}
const come = async (company: Company, email: string, groups: string[]) => {
  expect((await company.signIn(email, { attributes: { groups } })).code).toBe(0);
  return held(company, email);
};
const nothing = { textSeat: false, voiceSeat: false, isOwner: false, groups: [] };

async function aCompanyWithGifts() {
  const company = await aCompany(stage);
  const [bookings, complaints] = [await aGroup(company, 'Bookings'), await aGroup(company, 'Complaints')];
  expect(
    (
      await company.save({
        roleMappings: [
          { value: 'phones', roleIds: [], voiceSeat: true, agentGroupIds: [bookings] },
          { value: 'desk', roleIds: [], textSeat: true, agentGroupIds: [bookings, complaints] },
        ],
      })
    ).code,
  ).toBe(0);
  return { company, bookings, complaints };
}

test('[ADMIN-03] groups of the company give seats and groups of agents at every sign-in, and take them back', async () => {
  const { company } = await aCompanyWithGifts();
  const ana = company.email('ana');
  expect(await come(company, ana, ['cooks'])).toEqual(nothing);
  expect(await come(company, ana, ['phones'])).toEqual({ ...nothing, voiceSeat: true, groups: ['Bookings'] });
  expect(await come(company, ana, ['phones', 'desk'])).toEqual({
    ...nothing,
    voiceSeat: true,
    textSeat: true,
    groups: ['Bookings', 'Complaints'],
  });
  expect(await come(company, ana, [])).toEqual(nothing);
  const { rows } = await db.tenant(company.owner, (tx) =>
    sql<{ change: object }>`select change from operation_log where action = 'applyGroups' order by id`.execute(tx.as()),
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({ change: { before: { voiceSeat: false }, after: { voiceSeat: true } } });
});

test('[ADMIN-03] seats and groups given by hand stay, and an owner stays an owner whatever the company says', async () => {
  const { company, complaints } = await aCompanyWithGifts();
  const budi = await aMember(db, company.tenantId, {
    email: company.email('budi'),
    textSeat: true,
    isOwner: true,
    functions: ['bills.view'],
  });
  await db.tenant(company.owner, (tx) =>
    sql`insert into agent_group_member (group_id, user_id) values (${complaints}, ${budi.userId})`.execute(tx.as()),
  );
  expect(await come(company, budi.email, ['desk'])).toMatchObject({ groups: ['Bookings', 'Complaints'] });
  expect(await come(company, budi.email, [])).toEqual({
    ...nothing,
    textSeat: true,
    isOwner: true,
    groups: ['Complaints'],
  });
});

test('[ADMIN-03] who finds no seat left comes in without one, and gets it when there is one', async () => {
  const { company } = await aCompanyWithGifts();
  const limit = (value: string) =>
    server.ask('PUT', '/admin/saas_plat/config/value', {
      ...company.as(company.owner),
      body: { name: 'SeatLimitVoice', value },
    });
  await limit('1');
  const [ana, budi] = [company.email('ana'), company.email('budi')];
  expect(await come(company, ana, ['phones'])).toMatchObject({ voiceSeat: true });
  expect(await come(company, budi, ['phones'])).toMatchObject({ voiceSeat: false, groups: ['Bookings'] });
  expect(await come(company, ana, [])).toMatchObject({ voiceSeat: false });
  expect(await come(company, budi, ['phones'])).toMatchObject({ voiceSeat: true });
});

test('[ADMIN-03] seats and groups are mapped by whoever could give them, and only groups there are', async () => {
  const { company, bookings } = await aCompanyWithGifts();
  const clerk = await aMember(db, company.tenantId, { functions: ['sso.view', 'sso.edit'] });
  const saved = async (mapping: object, member = clerk) =>
    (await company.save({ defaultRoleIds: [], roleMappings: [{ value: 'x', roleIds: [], ...mapping }] }, member)).code;
  expect(await saved({ voiceSeat: true })).toBe(codeOf('notAllowed'));
  expect(await saved({ agentGroupIds: [bookings] })).toBe(codeOf('notAllowed'));
  const head = await aMember(db, company.tenantId, {
    functions: ['sso.view', 'sso.edit', 'access.members', 'agent-groups.edit'],
  });
  expect(await saved({ voiceSeat: true, agentGroupIds: [bookings] }, head)).toBe(0);
  expect(await saved({ agentGroupIds: [987_654_321] }, head)).toBe(codeOf('invalidInput'));
  expect(await saved({}, head)).toBe(codeOf('invalidInput'));
});
