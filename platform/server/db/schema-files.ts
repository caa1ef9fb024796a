import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** A file of SQL that makes a part of the schema. */
export interface SchemaFile {
  /** `<owner>/<file>`, the name under which it is remembered. */
  name: string;
  sql: string;
}

const root = join(import.meta.dirname, '../../..');

/** Every migration of the platform and of the features, oldest first; of the tree in another folder, if one is given. */
export const migrations = (tree = root): SchemaFile[] => schemaFiles('migrations', tree);

/**
 * Whether a migration takes away what the version before may still read: `…-contract-….sql`. Every other one only adds, and runs while
 * older processes work.
 */
export const isContract = (name: string): boolean => /-contract-[^/]*\.sql$/.test(name);

/**
 * Whether a migration runs statement by statement, outside of a transaction: `…-online-….sql`. For what must not keep a big table from being
 * written (`create index concurrently`). What breaks off is run again from its first statement, so each says `if not exists`.
 */
export const runsOnline = (name: string): boolean => /-online-[^/]*\.sql$/.test(name);

/** Every function of the database as it is now, by name. */
export const databaseFunctions = (tree = root): SchemaFile[] => schemaFiles('functions', tree);

export const hashOf = ({ sql }: SchemaFile): string => createHash('sha256').update(sql).digest('hex');

function schemaFiles(kind: 'migrations' | 'functions', tree: string): SchemaFile[] {
  return globSync([`platform/server/db/${kind}/*.sql`, `features/*/*/server/${kind}/{,*/}*.sql`], { cwd: tree })
    .map((path) => ({ name: `${ownerOf(path)}/${basename(path)}`, sql: readFileSync(join(tree, path), 'utf8') }))
    .sort((a, b) => basename(a.name).localeCompare(basename(b.name)) || a.name.localeCompare(b.name));
}

/**
 * Under whose name it is remembered: the platform's, or that of the feature it lies in. Area and folder of a feature may change, and what ran does
 * not run again: then the files lie in a folder within, called as databases know the feature (`migrations/<stored name>/`).
 */
function ownerOf(path: string): string {
  const [top, , feature, , , within, file] = path.split(sep);
  if (top !== 'features') return top!;
  return file === undefined ? feature! : within!;
}
