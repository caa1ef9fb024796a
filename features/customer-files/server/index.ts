import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { customerFilesApi } from '../contract.ts';
import { exportHandlers } from './export.ts';

/** Customers that come in and leave as files. */
export function customerFiles(world: World): ServerFeature {
  const { export: exported, myExport } = customerFilesApi;
  return { name: 'customer-files', jobs: [], routes: [...routes('customer-files', { export: exported, myExport }, exportHandlers(world))] };
}
