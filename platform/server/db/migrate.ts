import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import pg from 'pg';
import { Logger, runMigrations } from 'graphile-worker';

/** One number for the whole product: whoever holds it may change tables. */
const MIGRATION_LOCK = 7_305_410;

const quiet = new Logger(() => () => {});

export interface Migration {
  /** `<owner>/<file>`, the name under which it is remembered. */
  name: string;
  sql: string;
}

const root = join(import.meta.dirname, '../../..');

/** Every migration of the platform and of the features, oldest first. */
export function migrations(): Migration[] {
  return globSync(['platform/server/db/migrations/*.sql', 'features/*/*/server/migrations/*.sql'], { cwd: root })
    .map((path) => ({ name: `${ownerOf(path)}/${basename(path)}`, sql: readFileSync(join(root, path), 'utf8') }))
    .sort((a, b) => basename(a.name).localeCompare(basename(b.name)) || a.name.localeCompare(b.name));
}

/** The platform, or the feature whose folder it is; its area may change, and what ran does not run again. */
function ownerOf(path: string): string {
  const [top, , feature] = path.split(sep);
  return top === 'features' ? feature! : top!;
}

/**
 * Brings the database up to date. Forward only; several processes may call it at once,
 * one works and the others wait. A migration that changed after it ran is refused.
 */
export async function migrate(databaseUrl: string, wanted = migrations()): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'openseat-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migration');
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    await migrateJobs(databaseUrl);
    const done: string[] = [];
    for (const { name, sql } of wanted) {
      const hash = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(name);
      if (before === hash) continue;
      if (before) throw new Error(`migration ${name} changed after it ran; write a new one instead`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (thrown) {
        await client.query('rollback');
        throw new Error(`migration ${name} failed: ${(thrown as Error).message}`, { cause: thrown });
      }
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** The tables of the job queue, which bring their own migrations. */
async function migrateJobs(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 2, application_name: 'openseat-migrate' });
  // A line that is cut while the pool closes must not end the process.
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool, logger: quiet });
  } finally {
    await pgPool.end();
  }
}
