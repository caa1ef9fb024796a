import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** The account of its own that the database gets where root may make one. */
const OWN_ACCOUNT = 'openseat-db';

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root. Root lends it the owner of the data that is already there, else an account made for it,
 * else the system's `nobody`, whose files others that run so can read. Anybody else runs it as themselves: undefined.
 */
export function accountFor(existingData: string, wantsOwn = false): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(existingData, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (wantsOwn ? (accountOf(OWN_ACCOUNT) ?? madeAccount(OWN_ACCOUNT)) : undefined) ?? accountOf('nobody') ?? NOBODY;
}

/** What the system calls an account; its number where it has no name. */
export const nameOf = ({ uid }: Account): string =>
  accountRows()
    .find((row) => row.split(':')[2] === String(uid))
    ?.split(':')[0] ?? String(uid);

export const isNobody = (account: Account): boolean => account.uid === (accountOf('nobody') ?? NOBODY).uid;

/** Can this account walk into the folder? Reads the permission bits; an ACL that gives more is not noticed. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  if (!account) return true;
  for (let at = folder; ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found && !mayPass(account, found)) return false;
    if (at === dirname(at)) return true;
  }
}

function mayPass(account: Account, folder: { mode: number; uid: number; gid: number }): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

function accountOf(name: string): Account | undefined {
  const row = accountRows().find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = (row ?? '').split(':').map(Number);
  return uid && gid ? { uid, gid } : undefined;
}

function accountRows(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** A system without `useradd`, or where it may not, has none. */
function madeAccount(name: string): Account | undefined {
  try {
    const wishes = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name];
    execFileSync('useradd', wishes, { stdio: 'ignore', timeout: 5_000 });
  } catch {
    return undefined;
  }
  return accountOf(name);
}
