import { join } from 'node:path';
import { findRunningCluster } from '../running-cluster.ts';
import { openBackups } from './open-backups.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';

/** A backup that says when it has begun and then waits to be killed: `node backup-process.fixture.ts <dataDir> <folder>`. */
const [dataDir, folder] = process.argv.slice(2) as [string, string];
const backups = openBackups({
  folder,
  dataDir,
  database: openEmbeddedDatabase({ cluster: findRunningCluster(dataDir), folder }),
  files: { folder: join(dataDir, 'files'), elsewhere: null },
  keys: { fingerprints: () => [], where: '', file: null, copyTo: null },
  nowMs: () => Date.now(),
});
await backups.make(() => {
  process.stdout.write('begun\n');
  // Nothing more happens in this process.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
