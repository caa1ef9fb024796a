import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openJobs } from '#platform/server/jobs/open-jobs.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { IMPORT_TASK } from './import-queue.ts';
import { campaignImportRunner } from './import-runner.ts';

// A process that brings files into campaigns and does nothing else, for tests that kill it: `<database> <folder of files>`.
const [url, folder] = process.argv.slice(2) as [string, string];
const db = openDb({ url, max: 10, report() {} });
const log = openLog('silent');
const runner = campaignImportRunner({
  db,
  files: diskFiles(folder),
  texts: loadTexts(),
  log,
  clock: systemClock,
  catalogue: emptyCatalogue(),
});
const jobs = openJobs({ db, log, metrics: openMetrics() }, [{ task: IMPORT_TASK, run: runner.run }]);
await jobs.start();
process.send?.('ready');
