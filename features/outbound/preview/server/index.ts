import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { previewApi } from '../contract.ts';
import { customerHandlers } from './customer-handlers.ts';
import { dueCalls } from './due-calls.ts';
import { customersExport, exportHandlers } from './export.ts';
import { listHandlers } from './list-handlers.ts';
import { sharingOut } from './share-out.ts';
import { taskHandlers } from './task-handlers.ts';
import { workHandlers } from './work-handlers.ts';

/** Preview tasks: people look at a customer, and then call. */
export const preview = (world: World): ServerFeature => ({
  name: 'preview',
  menu: [
    {
      key: '/task/preview',
      name: 'preview.menu',
      system: System.contactCentre,
      section: 'task',
      order: 30,
      access: 'preview.view',
      icon: 'megaphone',
    },
  ],
  jobs: [dueCalls(world), sharingOut(world)],
  exports: [customersExport(world)],
  routes: routes('preview', previewApi, {
    ...taskHandlers(world),
    ...customerHandlers(world),
    ...listHandlers(world),
    ...workHandlers(world),
    ...exportHandlers(world),
  }),
});
