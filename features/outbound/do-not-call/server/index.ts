import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { doNotCallApi } from '../contract.ts';
import { dayHandlers } from './day-handlers.ts';
import { READ_TASK } from './file-queue.ts';
import { purgeRegisterFiles, registerFileRunner } from './file-runner.ts';
import { registerHandlers } from './register-handlers.ts';

export { nationalLists, type ListedNumber } from './national-lists.ts';
export { noCallDaysIn } from './no-call-days.repo.ts';

/** Copies of countries' do-not-call registers, and days without calls, which every campaign asks. */
export function doNotCall(world: World): ServerFeature {
  const runner = registerFileRunner(world);
  return {
    name: 'do-not-call',
    menu: [
      {
        key: '/task/doNotCall',
        name: 'do-not-call.menu',
        system: System.contactCentre,
        section: 'task',
        order: 60,
        access: 'do-not-call.view',
        icon: 'shield-check',
      },
    ],
    jobs: [{ task: READ_TASK, waits: true, run: runner.run }, purgeRegisterFiles(world)],
    async stop() {
      runner.stop();
    },
    routes: routes('do-not-call', doNotCallApi, { ...registerHandlers(world), ...dayHandlers(world) }),
  };
}
