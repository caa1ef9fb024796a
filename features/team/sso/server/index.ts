import type { MenuEntry } from '#core/menu/menu.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { ssoApi } from '../contract.ts';
import { APPLY_GROUPS } from './member-gifts.ts';
import { encryptionKeyHandlers } from './encryption-key.ts';
import { metadataHandlers } from './our-metadata.ts';
import { settingsHandlers } from './settings.ts';
import { signInHandlers } from './sign-in.ts';
import { logoutHandlers } from './single-logout.ts';
import { refreshJob, sweepJob } from './upkeep.ts';

export { personByCompany } from './newcomers.ts';
export { keepCompanyGroups, readCompanyGroups } from './company-groups.repo.ts';
export { resealSsoKeys } from './sealed-keys.ts';
export { companyOf, type Company } from './sso.repo.ts';
export { takeGroups } from './take-groups.ts';

type Needs = Pick<
  World,
  'catalogue' | 'clock' | 'db' | 'demo' | 'log' | 'outside' | 'publicUrl' | 'sessions' | 'textRecords'
>;

const menu: MenuEntry[] = [
  {
    key: '/settings/sso',
    name: 'sso.menu',
    system: System.platform,
    section: 'organisation',
    order: 30,
    access: 'sso.view',
    icon: 'key-round',
  },
];

/** Single sign-on: a company's identity provider opens its own tenant. */
export function sso(world: Needs): ServerFeature {
  return {
    name: 'sso',
    routes: routes('sso', ssoApi, {
      ...settingsHandlers(world),
      ...encryptionKeyHandlers(world),
      ...metadataHandlers(world),
      ...signInHandlers(world),
      ...logoutHandlers(world),
    }),
    menu,
    jobs: [sweepJob(world), refreshJob(world)],
    // Written when somebody comes in, by no call of theirs.
    async start() {
      world.catalogue.operations.find(({ module }) => module === 'sso')?.actions.push(APPLY_GROUPS);
    },
  };
}
