import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { DATABASE } from './open-cluster.ts';
import { readPidFile } from './pid-file.ts';
import { findPlace, type PostgresPlace } from './postgres-place.ts';

/** A cluster that runs, whoever runs it. */
export interface RunningCluster {
  place: PostgresPlace;
  data: string;
  /** Opens the product's database as its superuser. */
  ownerUrl(): string;
}

/** The cluster of a data folder, for a program beside the one that runs it. */
export function findRunningCluster(dataDir: string, systemFolder?: string): RunningCluster {
  const place = findPlace(dataDir, () => {}, systemFolder, true);
  const folder = join(place.folder, 'cluster');
  const data = join(folder, 'data');
  return {
    place,
    data,
    ownerUrl() {
      const port = readPidFile(data)?.port;
      if (port === undefined) throw new EmbeddedPostgresError(`No PostgreSQL runs in ${data}.`);
      return clusterOwnerUrl(port, readFileSync(join(folder, 'password'), 'utf8').trim());
    },
  };
}

/** Both roles have the one password (`openCluster`). */
export const clusterOwnerUrl = (port: number, password: string): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
