import { equipmentParts, equipmentVerdict } from '#core/equipment/equipment.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { EQUIPMENT_CHECKED, equipmentCheckApi, type CheckResult } from '../contract.ts';
import { demoEquipmentChecks } from './equipment-check-demo.ts';
import { equipmentCheckRepo, type CheckRow } from './equipment-check.repo.ts';
import { reachStep } from './reach-step.ts';

/** The rules judge again what was found out: one that changes holds for what is kept, too. */
const shown = ({ id, at, user_id: userId, user_name: userName, facts }: CheckRow): CheckResult => ({
  id,
  at,
  userId,
  userName,
  facts,
  verdict: equipmentVerdict(facts),
});

/** Whose headset, browser or network keeps them from being heard. */
export const equipmentCheck = ({
  db,
  exchange,
  publicUrl,
  isPublicUrlGuessed,
  certificateUntilMs,
}: Pick<World, 'certificateUntilMs' | 'db' | 'exchange' | 'isPublicUrlGuessed' | 'publicUrl'>): ServerFeature => ({
  name: 'equipment-check',
  demo: demoEquipmentChecks,
  firstSteps: [reachStep],
  menu: [
    {
      key: '/seating/equipment',
      name: 'equipment-check.menu',
      system: System.contactCentre,
      section: 'seating',
      order: 60,
      access: 'equipment-check.view',
      icon: 'headset',
    },
  ],
  routes: routes('equipment-check', equipmentCheckApi, {
    reach: async () => ({
      url: publicUrl,
      isUrlGuessed: isPublicUrlGuessed,
      isSecure: publicUrl.startsWith('https:'),
      certificateUntil: certificateUntilMs === null ? null : toWireTime(certificateUntilMs),
      sound: exchange.sound ?? null,
    }),
    report: (caller, { facts }) =>
      db.tenant(caller, async (tx) => {
        const verdict = equipmentVerdict(facts);
        caller.operation.note(caller.name, {
          after: Object.fromEntries(
            equipmentParts.map((part) => [part, verdict[part].normal ? 'normal' : verdict[part].reasons.join(', ')]),
          ),
        });
        await tx.push({ kind: EQUIPMENT_CHECKED, body: {}, access: 'equipment-check.view' });
        return shown(await equipmentCheckRepo(tx).add(caller.userId, facts, verdict));
      }),
    list: (caller, { page, size, abnormal }) =>
      db.tenant(caller, async (tx) => {
        const { list, total } = await equipmentCheckRepo(tx).page(abnormal, { page, size });
        return { list: list.map(shown), total };
      }),
    history: (caller, { userId }) =>
      db.tenant(caller, async (tx) => (await equipmentCheckRepo(tx).ofUser(userId)).map(shown)),
  }),
});
