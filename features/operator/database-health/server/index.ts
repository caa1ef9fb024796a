import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { databaseHealthApi } from '../contract.ts';
import { offerDatabaseGauges } from './database-gauges.ts';
import { readDatabase } from './read-database.ts';

/** How the database is, for whoever runs the installation, and for monitors. */
export function databaseHealth({ db, metrics, clock }: Pick<World, 'clock' | 'db' | 'metrics'>): ServerFeature {
  offerDatabaseGauges({ metrics, clock, read: () => readDatabase(db) });
  return {
    name: 'database-health',
    routes: routes('database-health', databaseHealthApi, { health: () => readDatabase(db) }),
  };
}
