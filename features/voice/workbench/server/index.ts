import type { ServerFeature } from '#platform/server/feature.ts';
import { System } from '#shared/codes/system.ts';

/** Where people with a voice seat work: what waits, the call, the customer. Everything it shows is asked of other capabilities. */
export const workbench = (): ServerFeature => ({
  name: 'workbench',
  menu: [
    {
      key: '/workBench',
      name: 'workbench.menu',
      system: System.contactCentre,
      order: 10,
      access: 'workbench.use',
      seat: 'voice',
      icon: 'headset',
    },
  ],
  routes: [],
});
