import { openDb } from '../db/open-db.ts';
import { openLog } from '../log.ts';
import { openSequencer } from './open-sequencer.ts';

// A sequencer in a process of its own, for the test that kills it. Batches of one row: it is always in the middle.
const db = openDb({ url: process.env.DATABASE_URL!, max: 2, report: () => {} });
await openSequencer({ db, log: openLog('silent'), batch: 1 }).start();
