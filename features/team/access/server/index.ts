import type { MenuEntry } from '#core/menu/menu.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { FOREIGN_NETWORK } from '#platform/server/sessions/foreign-log.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { accessApi } from '../contract.ts';
import { invitationHandlers, mailInvitationJob } from './invitations.ts';
import { memberHandlers } from './members.ts';
import { menuHandlers } from './menu.ts';
import { factorResetHandlers } from './factor-reset.ts';
import { networkHandlers } from './networks.ts';
import { peopleStep } from './people-step.ts';
import { roleHandlers } from './roles.ts';
import { settingHandlers } from './settings.ts';

export { applyAccessChanges } from './access-change.ts';
export { inviteMember, mailInvitation } from './invitations.ts';
export { changeByCompany } from './member-by-company.ts';
export { enrolAgent, memberBelow } from './member-below.ts';
export { builtInRole, givable } from './member-roles.ts';
export { giveSeats, holdSeats, holdSeatsOf, takeVoiceSeats, type MemberSeats } from './member-seats.ts';
export { voiceSeatsLeft } from './seat-limits.ts';
export { putSetting, settingOf } from './settings.ts';

type Needs = Pick<
  World,
  | 'aiFlows'
  | 'catalogue'
  | 'db'
  | 'demo'
  | 'isPublicUrlGuessed'
  | 'mail'
  | 'outbox'
  | 'publicUrl'
  | 'sessions'
  | 'texts'
>;

const menu: MenuEntry[] = [
  {
    key: '/organisation/members',
    name: 'access.menu.members',
    system: System.platform,
    section: 'organisation',
    order: 10,
    access: 'access.view',
    icon: 'users',
  },
  {
    key: '/organisation/roles',
    name: 'access.menu.roles',
    system: System.platform,
    section: 'organisation',
    order: 20,
    access: 'access.view',
    icon: 'shield-check',
  },
  {
    key: '/organisation/settings',
    name: 'access.menu.settings',
    system: System.platform,
    section: 'organisation',
    order: 90,
    access: 'access.settings',
    icon: 'sliders-horizontal',
  },
];

/** Who belongs to a tenant, what each may do in it, and the menu that follows from it. */
export function access(world: Needs): ServerFeature {
  return {
    name: 'access',
    routes: routes('access', accessApi, {
      ...menuHandlers(world),
      ...settingHandlers(world),
      ...networkHandlers(world),
      ...roleHandlers(world),
      ...memberHandlers(world),
      ...factorResetHandlers(world),
      ...invitationHandlers(world),
    }),
    menu,
    jobs: [mailInvitationJob(world)],
    firstSteps: [peopleStep],
    async start() {
      world.catalogue.operations.find(({ module }) => module === 'access')?.actions.push(FOREIGN_NETWORK);
    },
  };
}
