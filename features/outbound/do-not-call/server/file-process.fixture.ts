import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openJobs } from '#platform/server/jobs/open-jobs.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { READ_TASK } from './file-queue.ts';
import { registerFileRunner } from './file-runner.ts';

// A process that reads files of registers and does nothing else, for tests that kill it: `<database> <folder of files>`.
const [url, folder] = process.argv.slice(2) as [string, string];
const db = openDb({ url, max: 10, report() {} });
const log = openLog('silent');
const runner = registerFileRunner({ db, files: diskFiles(folder), log });
const jobs = openJobs({ db, log, metrics: openMetrics() }, [{ task: READ_TASK, run: runner.run }]);
await jobs.start();
process.send?.('ready');
