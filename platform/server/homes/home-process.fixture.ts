import { sql } from 'kysely';
import { openDb } from '../db/open-db.ts';
import { openLog } from '../log.ts';
import { fencedDb } from './homes.ts';
import { openHomes } from './open-homes.ts';

// A process that becomes the home of a tenant, stands still when it is told to, and tells how its writing went when it goes on.
const db = openDb({ url: process.env.DATABASE_URL!, max: 4, report: () => {} });
const tenantId = Number(process.env.TENANT_ID);
const homes = openHomes({ db, log: openLog('silent') });
const say = (words: string): void => void process.send!(words);
homes.settle({
  moveIn: async () => say('moved in'),
  moveOut: async () => say('moved out'),
  leftBehind: async () => [],
});
await homes.start('http://127.0.0.1:9');
await homes.find(tenantId);
process.on('message', () => {
  process.kill(process.pid, 'SIGSTOP');
  setImmediate(() => {
    say(homes.isHere(tenantId) ? 'still here' : 'not here');
    fencedDb(db, homes)
      .tenant({ tenantId }, (tx) => sql`update tenant_setting set value = 'late' where name = 'Home'`.execute(tx.as()))
      .then(
        () => say('written'),
        () => say('refused'),
      );
  });
});
