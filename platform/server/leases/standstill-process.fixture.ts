import { sql } from 'kysely';
import { openDb } from '../db/open-db.ts';
import { openLog } from '../log.ts';
import { openLeases } from './open-lease.ts';
import { takeTurn } from './turn.ts';

// A process that stands still in the middle of a transaction under a turn, or under a lease; then tells how its writing ended.
const db = openDb({ url: process.env.DATABASE_URL!, max: 4, report: () => {} });
const tenantId = Number(process.env.TENANT_ID);

async function standStill(): Promise<void> {
  process.send!('stands still');
  // The message has left when the next turn of the loop comes.
  await new Promise((resolve) => setImmediate(resolve));
  process.kill(process.pid, 'SIGSTOP');
}

const lease = process.env.UNDER === 'lease' ? await openLeases({ db, log: openLog('silent') }).take('test') : null;
const outcome = await db
  .tenant({ tenantId }, async (tx) => {
    if (lease) await lease.fence(tx);
    else await takeTurn(tx, 'test');
    await sql`update tenant_setting set value = 'late' where name = 'Turn'`.execute(tx.as());
    await standStill();
    await sql`update tenant_setting set value = 'later' where name = 'Turn'`.execute(tx.as());
  })
  .then(
    () => 'written',
    () => 'refused',
  );
process.send!(`${outcome}, ${lease?.isHeld() ? 'held' : 'not held'}`);
