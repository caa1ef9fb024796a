import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';

interface DemoGroup {
  name: string;
  members: string[];
  managers: string[];
  settings: {
    maxWaitSec: number;
    maxWaiting: number;
    overflow: 'voicemail' | 'callback';
    announcePosition: boolean;
    wrapUpSec: number | null;
    priority: number;
    serviceLevelSec: number;
  };
  /** Preferred for half a minute, then whoever is free. */
  prefers: string | null;
}

const groups: Record<string, DemoGroup[]> = {
  'aurora.example': [
    {
      name: 'Sales',
      members: ['ana', 'budi', 'sofia'],
      managers: ['sofia'],
      prefers: 'es',
      settings: {
        maxWaitSec: 180,
        maxWaiting: 20,
        overflow: 'callback',
        announcePosition: true,
        wrapUpSec: 20,
        priority: 1,
        serviceLevelSec: 20,
      },
    },
    {
      name: 'Support',
      members: ['ana', 'budi'],
      managers: ['sofia'],
      prefers: null,
      settings: {
        maxWaitSec: 300,
        maxWaiting: 50,
        overflow: 'voicemail',
        announcePosition: true,
        wrapUpSec: 30,
        priority: 0,
        serviceLevelSec: 30,
      },
    },
  ],
  'borealis.example': [
    {
      name: 'Service desk',
      members: ['noor'],
      managers: ['owner'],
      prefers: null,
      settings: {
        maxWaitSec: 240,
        maxWaiting: 30,
        overflow: 'voicemail',
        announcePosition: true,
        wrapUpSec: null,
        priority: 0,
        serviceLevelSec: 20,
      },
    },
  ],
};

const skills: Record<string, Record<string, number>> = {
  'ana@aurora.example': { es: 9, en: 7 },
  'budi@aurora.example': { en: 8, es: 3 },
  'sofia@aurora.example': { es: 10, en: 8 },
  'noor@borealis.example': { en: 8, nl: 9 },
};

/** The groups the demo's numbers lead to, and who answers for them. */
export async function demoGroups(tx: Tx, { tenantId, people }: DemoTenant): Promise<void> {
  const rows = tx.as<never>();
  const domain = people[0]?.email.split('@')[1] ?? '';
  const ids = (names: readonly string[]) =>
    names.flatMap((name) => people.find(({ email }) => email === `${name}@${domain}`)?.userId ?? []);
  for (const [index, { name, members, managers, settings, prefers }] of (groups[domain] ?? []).entries()) {
    const { rows: made } = await sql<{ id: number }>`
      insert into agent_group (tenant_id, name, group_no, max_wait_sec, max_waiting, overflow_kind, announce_position, wrap_up_sec, priority, service_level_sec)
      values (${tenantId}, ${name}, ${1_001 + index}, ${settings.maxWaitSec}, ${settings.maxWaiting}, ${settings.overflow}, ${settings.announcePosition}, ${settings.wrapUpSec}, ${settings.priority},
        ${settings.serviceLevelSec}) returning id`.execute(rows);
    const groupId = made[0]!.id;
    await sql`insert into agent_group_member (tenant_id, group_id, user_id) select ${tenantId}, ${groupId}, unnest(${ids(members)}::bigint[])`.execute(
      rows,
    );
    await sql`insert into agent_group_manager (tenant_id, group_id, user_id) select ${tenantId}, ${groupId}, unnest(${ids(managers)}::bigint[])`.execute(
      rows,
    );
    if (prefers)
      await sql`insert into agent_group_skill (tenant_id, group_id, skill, level, required, relax_after_sec) values (${tenantId}, ${groupId}, ${prefers}, 5, false, 30)`.execute(
        rows,
      );
  }
  for (const { userId, email } of people) {
    for (const [skill, level] of Object.entries(skills[email] ?? {}))
      await sql`insert into agent_skill (tenant_id, user_id, skill, level) values (${tenantId}, ${userId}, ${skill}, ${level})`.execute(
        rows,
      );
  }
}
