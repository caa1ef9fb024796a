import { chmodSync, chownSync, renameSync, writeFileSync, rmSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresPlace } from './postgres-place.ts';

/*
 * How PostgreSQL hands over its log, and gets it back. Both are run by its own account, which may not enter our folders: so they are
 * written beside its data and need nothing but a shell and gzip.
 */

/** Names the folder segments go to; while it is not there they are not kept. */
const TARGET = 'archive-to';
/** Names the folder that got them since a restore, until that is released. */
const ASIDE = 'archive-aside';

/** 0: kept, or not wanted. Anything else: PostgreSQL keeps the segment and asks again. */
const ARCHIVE = `#!/bin/sh
# archive-wal.sh TARGET-FILE PATH NAME
umask 077
[ -e "$1" ] || exit 0
target=$(cat "$1") || exit 1
[ -n "$target" ] || exit 0
if [ ! -d "$target" ]; then echo "there is no folder $target" >&2; exit 1; fi
kept="$target/$3.gz"
if [ -e "$kept" ]; then
  # Handed over before, and the word of it lost; another log under the same name is never written over.
  gzip -dc "$kept" | cmp -s - "$2" && exit 0
  echo "another $3 is kept in $target already" >&2
  exit 1
fi
arriving="$target/.$3.arriving"
rm -f "$arriving"
if gzip -1 -c <"$2" >"$arriving" && gzip -dc "$arriving" | cmp -s - "$2" && sync "$arriving"; then
  # A link fails where something came meanwhile; some file systems have none.
  if ln "$arriving" "$kept" 2>/dev/null; then rm -f "$arriving"
  elif [ -e "$kept" ] || ! mv "$arriving" "$kept"; then rm -f "$arriving"; exit 1; fi
  sync "$target" 2>/dev/null
  exit 0
fi
rm -f "$arriving"
exit 1
`;

/** 0: there it is. 1: there is none, so that the log ends. 200: there is one and it is damaged, so that nobody takes it for the end. */
const RESTORE = `#!/bin/sh
# restore-wal.sh NAME PATH OTHER ARCHIVE...
umask 077
name=$1 path=$2 other=$3
shift 3
for archive; do
  if [ -e "$archive/$name.gz" ]; then
    gzip -dc "$archive/$name.gz" >"$path" && exit 0
    echo "$archive/$name.gz is damaged" >&2
    exit 200
  fi
done
if [ -n "$other" ] && [ -e "$other/$name" ]; then
  cp "$other/$name" "$path" && exit 0
  exit 200
fi
exit 1
`;

/** A word for the shell, in a setting where PostgreSQL reads `%`. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;

function writeScript({ folder, account }: PostgresPlace, name: string, text: string): string {
  const path = join(folder, name);
  // Of a start that was killed here: nobody may write to it, and every start after it would end with that.
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, text, { flag: 'wx' });
  chmodSync(`${path}.new`, 0o500);
  if (account) chownSync(`${path}.new`, account.uid, account.gid);
  renameSync(`${path}.new`, path);
  return path;
}

/** Settings of a server that hands over its log as soon as somebody names a folder for it. */
export function archiveSettings(place: PostgresPlace): Record<string, string> {
  const script = writeScript(place, 'archive-wal.sh', ARCHIVE);
  const target = join(place.folder, TARGET);
  return { archive_mode: 'on', archive_command: `sh ${word(script)} ${word(target)} "%p" "%f"` };
}

/** Settings of a server that reads its log from these folders; `other` is one of segments that were not handed over yet. */
export function restoreSettings(
  place: PostgresPlace,
  archives: readonly string[],
  other: string | null,
): Record<string, string> {
  const script = writeScript(place, 'restore-wal.sh', RESTORE);
  const folders = [other ?? '', ...archives].map(word).join(' ');
  return { restore_command: `sh ${word(script)} "%f" "%p" ${folders}` };
}

/** From now on segments go to this folder; null: they are kept no more. */
export const setArchiveTarget = (place: PostgresPlace, target: string | null): void => note(place, TARGET, target);
export const archiveTarget = (place: PostgresPlace): string | null => noted(place, TARGET);

/** Until a restore is released its log goes here, and not where that of a server goes which may still live; null: it was. */
export const setArchiveAside = (place: PostgresPlace, aside: string | null): void => note(place, ASIDE, aside);
export const archiveAside = (place: PostgresPlace): string | null => noted(place, ASIDE);

function note({ folder, account }: PostgresPlace, name: string, text: string | null): void {
  const path = join(folder, name);
  if (text === null) return rmSync(path, { force: true });
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  if (account) chownSync(`${path}.new`, account.uid, account.gid);
  renameSync(`${path}.new`, path);
}

function noted({ folder }: PostgresPlace, name: string): string | null {
  try {
    return readFileSync(join(folder, name), 'utf8') || null;
  } catch {
    return null;
  }
}
