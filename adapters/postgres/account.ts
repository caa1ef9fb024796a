import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root. Root lends it the owner of the data that is already there, else the system's
 * `nobody`. Anybody else runs it as themselves: undefined.
 */
export function accountFor(existingData: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(existingData, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return nobody();
}

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

function nobody(): Account {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((row) => row.startsWith('nobody:'));
    const [, , uid, gid] = (line ?? '').split(':').map(Number);
    return uid && gid ? { uid, gid } : NOBODY;
  } catch {
    return NOBODY;
  }
}
