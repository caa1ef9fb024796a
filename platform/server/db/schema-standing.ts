import type { Pool } from 'pg';
import { isContract, migrations } from './schema-files.ts';

/** How the database stands to this version of the product. */
export interface SchemaStanding {
  /** What this version needs and the database has not. */
  missing: string[];
  /** What took away something this version may still read: it was made by a newer one. */
  unreadable: string[];
}

interface OwnMigrations {
  needed: string[];
  all: ReadonlySet<string>;
}

let known: OwnMigrations | undefined;

/**
 * What this version brought, read once, when the process starts: later the files of the next version may lie there
 * while this one still runs.
 */
export function ownMigrations(): OwnMigrations {
  if (known) return known;
  const all = migrations().map(({ name }) => name);
  known = { needed: all.filter((name) => !isContract(name)), all: new Set(all) };
  return known;
}

export async function schemaStanding(pool: Pick<Pool, 'query'>): Promise<SchemaStanding> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration');
  const applied = new Set(rows.map(({ name }) => name));
  const { needed, all } = ownMigrations();
  return {
    missing: needed.filter((name) => !applied.has(name)),
    unreadable: [...applied].filter((name) => isContract(name) && !all.has(name)),
  };
}
