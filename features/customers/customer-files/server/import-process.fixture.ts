import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openJobs } from '#platform/server/jobs/open-jobs.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { sweepJob } from '#features/office/files/server/file-store.ts';
import { CLEAN_TASK, RUN_TASK } from './import-queue.ts';
import { importRunner } from './import-runner.ts';
import { dropStage } from './stage.ts';

// A process that runs the jobs of imports and nothing else, for tests that kill it: `<database> <folder of files>`.
const [url, folder] = process.argv.slice(2) as [string, string];
const db = openDb({ url, max: 10, report() {} });
const log = openLog('silent');
const files = diskFiles(folder);
const runner = importRunner({ db, files, texts: loadTexts(), log, clock: systemClock });
const jobs = openJobs({ db, log, metrics: openMetrics() }, [
  { task: RUN_TASK, run: runner.run },
  { task: CLEAN_TASK, run: ({ importId }: { importId: number }) => dropStage(db, importId) },
  sweepJob({ db, files }),
]);
await jobs.start();
process.send?.('ready');
