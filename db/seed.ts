import { sql } from 'kysely';
import { chanceOf } from '#core/chance.ts';
import {
  addMember,
  createBuiltInRoles,
  createPerson,
  createTenant,
  openPasswords,
} from '#features/team/account/server/index.ts';
import { countSoon } from '#features/operator/tenants/server/index.ts';
import { DEMO_PASSWORD } from '#features/team/demo-inbox/server/index.ts';
import { giveTotp } from '#features/team/second-factor/server/index.ts';
import { makeOperator } from '#platform/server/operators.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoMember, DemoTenant, ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { demoCompanies, demoOperator, type DemoCompany, type DemoPerson } from './demo-people.ts';

export { DEMO_PASSWORD } from '#features/team/demo-inbox/server/index.ts';
export { demoOperator, demoPeople } from './demo-people.ts';

type SeedWorld = Pick<World, 'db' | 'catalogue' | 'texts' | 'clock'>;

/**
 * Makes the demo tenants that are not there yet, and lets every capability add its data to them
 * once. Each step is one transaction with its mark, so a crash in between repeats nothing.
 */
export async function seedDemo(world: SeedWorld, features: readonly ServerFeature[]): Promise<void> {
  for (const [index, company] of demoCompanies.entries()) {
    const tenant = (await findCompany(world, company)) ?? (await makeCompany(world, company));
    const { done } = tenant;
    for (const { name, demo } of inDemoOrder(features)) {
      if (!demo || done.has(`demo.${name}`)) continue;
      await world.db.everyTenant('the demo', async (tx) => {
        await demo(tx, { ...tenant.demo, chance: chanceOf(index * 1_000 + name.length * 31 + name.charCodeAt(0)) });
        await mark(tx, tenant.demo.tenantId, `demo.${name}`);
      });
    }
  }
  await seedOperator(world);
  await world.db.everyTenant('the demo', countSoon);
}

/** As they are listed, but each behind those whose data it tells of. */
function inDemoOrder(features: readonly ServerFeature[]): ServerFeature[] {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const ordered = new Set<ServerFeature>();
  const put = (feature: ServerFeature): void => {
    for (const name of feature.demoAfter ?? []) if (byName.has(name)) put(byName.get(name)!);
    ordered.add(feature);
  };
  for (const feature of features) put(feature);
  return [...ordered];
}

/** Whoever runs it: a tenant of theirs without anything but them, made once. */
async function seedOperator(world: SeedWorld): Promise<void> {
  const { email, name, company, domain, language, timeZone } = demoOperator;
  const { rows } = await world.db.everyTenant('the demo', (tx) =>
    sql`select 1 from tenant where company_domain = ${domain}`.execute(tx.as()),
  );
  if (rows.length > 0) return;
  const passwordHash = await openPasswords().hash(DEMO_PASSWORD);
  await world.db.everyTenant('the demo', async (tx) => {
    const tenantId = await createTenant(tx, { name: company, companyDomain: domain, language, timeZone });
    const roles = await createBuiltInRoles(tx, tenantId, world);
    const userId = await createPerson(tx, { email, passwordHash, language, timeZone });
    const roleIds = [roles.manager, roles.administrator];
    await addMember(tx, { tenantId, userId, nickName: name, isOwner: true, roleIds });
    await makeOperator(tx, userId);
    await giveTotp(tx, world.db, userId, world.clock.nowMs());
    await mark(tx, tenantId, 'demo');
  });
}

interface Found {
  demo: Omit<DemoTenant, 'chance'>;
  done: Set<string>;
}

async function makeCompany(world: SeedWorld, company: DemoCompany): Promise<Found> {
  const passwordHash = await openPasswords().hash(DEMO_PASSWORD);
  return world.db.everyTenant('the demo', async (tx) => {
    const tenantId = await createTenant(tx, {
      name: company.name,
      company: company.company,
      companyDomain: company.domain,
      language: company.language,
      timeZone: company.timeZone,
    });
    await sql`update tenant set kind = ${company.kind}, ai_flows_enabled = ${company.aiFlows} where id = ${tenantId}`.execute(
      tx.as(),
    );
    const roles = await createBuiltInRoles(tx, tenantId, world);
    const rolesOf = {
      owner: [roles.manager, roles.administrator],
      manager: [roles.manager, roles.administrator],
      agent: [roles.agent],
    };
    const people: DemoMember[] = [];
    for (const person of company.people) {
      const userId = await createPerson(tx, {
        email: person.email,
        passwordHash,
        language: person.language,
        timeZone: company.timeZone,
      });
      await addMember(tx, {
        tenantId,
        userId,
        nickName: person.name,
        isOwner: person.role === 'owner',
        voiceSeat: person.voiceSeat ?? false,
        textSeat: person.textSeat ?? false,
        roleIds: rolesOf[person.role],
      });
      people.push(memberOf(person, userId));
    }
    await mark(tx, tenantId, 'demo');
    return { demo: { ...describe(company, tenantId), people, nowMs: world.clock.nowMs() }, done: new Set() };
  });
}

async function findCompany({ db, clock }: SeedWorld, company: DemoCompany): Promise<Found | null> {
  return db.everyTenant('the demo', async (tx) => {
    const { rows: tenants } = await sql<{ id: number }>`
      select t.id from tenant t join tenant_setting s on s.tenant_id = t.id and s.name = 'demo' where t.company_domain = ${company.domain}`.execute(
      tx.as(),
    );
    const tenantId = tenants[0]?.id;
    if (tenantId === undefined) return null;
    const { rows: marks } = await sql<{
      name: string;
    }>`select name from tenant_setting where tenant_id = ${tenantId} and name like 'demo.%'`.execute(tx.as());
    const { rows: users } = await sql<{ id: number; email: string }>`
      select u.id, u.email from user_account u join member m on m.user_id = u.id where m.tenant_id = ${tenantId}`.execute(
      tx.as(),
    );
    const people = company.people.flatMap((person) => {
      const user = users.find(({ email }) => email === person.email);
      return user ? [memberOf(person, user.id)] : [];
    });
    return {
      demo: { ...describe(company, tenantId), people, nowMs: clock.nowMs() },
      done: new Set(marks.map(({ name }) => name)),
    };
  });
}

const describe = ({ name, language, timeZone }: DemoCompany, tenantId: number) => ({
  tenantId,
  name,
  language,
  timeZone,
});

const memberOf = (
  { email, name, role, voiceSeat = false, textSeat = false }: DemoPerson,
  userId: number,
): DemoMember => ({ userId, email, name, role, voiceSeat, textSeat });

const mark = (tx: Tx, tenantId: number, name: string) =>
  sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, ${name}, '1')`.execute(tx.as());
