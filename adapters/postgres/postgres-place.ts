import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { accountFor, canEnter } from './account.ts';
import type { Account } from './account.ts';

/** Where PostgreSQL's files are, and who it runs as. */
export interface PostgresPlace {
  folder: string;
  account: Account | undefined;
}

const SYSTEM_FOLDER = '/var/lib/openseat';

/**
 * PostgreSQL lives in `DATA_DIR/postgres`. Only where root lends it an account that cannot enter that folder (a clone in
 * root's home), it lives in a system folder instead:
 *
 * 1. The place is named after the real path of DATA_DIR, so two clones never share one.
 * 2. DATA_DIR and place carry the same random tag. A place whose tag DATA_DIR does not know belonged to a data
 *    folder that was deleted: it is set aside, so that an emptied DATA_DIR means an empty database, and nothing is lost.
 * 3. A data folder that was moved takes its place along; one that was copied starts with an empty one.
 */
export function findPlace(
  dataDir: string,
  log: (line: string) => void,
  systemFolder = SYSTEM_FOLDER,
  wantsOwnAccount = false,
): PostgresPlace {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  const inside = join(home, 'postgres');
  const insideAccount = accountFor(join(inside, 'cluster'), wantsOwnAccount);
  if (canEnter(insideAccount, inside)) return own({ folder: inside, account: insideAccount });

  const folder = join(systemFolder, createHash('sha256').update(home).digest('hex').slice(0, 16));
  const tagFile = join(home, 'postgres.place');
  const known = readTag(tagFile);
  const found = readTag(join(folder, 'place'));
  if (existsSync(folder) && (!known || found?.tag !== known.tag)) setAside(folder, log);
  if (!existsSync(folder) && known && wasMoved(known)) renameSync(known.folder, folder);

  const tag = readTag(join(folder, 'place'))?.tag ?? randomUUID();
  mkdirSync(folder, { recursive: true });
  for (const passed of [systemFolder, folder]) chmodSync(passed, 0o755);
  const place = own({ folder, account: accountFor(join(folder, 'cluster'), wantsOwnAccount) });
  const record = JSON.stringify({ tag, folder, dataDir: home } satisfies Tag);
  writeFileSync(join(folder, 'place'), record);
  writeFileSync(tagFile, record);
  return place;
}

interface Tag {
  tag: string;
  folder: string;
  dataDir: string;
}

function readTag(file: string): Tag | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tag;
  } catch {
    return undefined;
  }
}

function wasMoved(known: Tag): boolean {
  const there = readTag(join(known.folder, 'place'));
  return there?.tag === known.tag && !existsSync(there.dataDir);
}

function setAside(folder: string, log: (line: string) => void): void {
  const aside = `${folder}.before-${Date.now()}`;
  renameSync(folder, aside);
  log(`The data folder was emptied: its former database is kept in ${aside}, delete it when it is no longer needed.`);
}

function own(place: PostgresPlace): PostgresPlace {
  mkdirSync(place.folder, { recursive: true });
  if (place.account && statSync(place.folder).uid !== place.account.uid) {
    chownSync(place.folder, place.account.uid, place.account.gid);
  }
  return place;
}
