import { createHash } from 'node:crypto';
import { keyIdOf } from '#adapters/files/sealed/piece-format.ts';
import type { Files, FilesPlace } from '#core/files/files.port.ts';
import { Failure } from '#shared/errors.ts';

/*
 * Carries files from one place to another while the product reads both. Rules:
 * 1. A file goes from where it was only once it was read again where it is, and is the same.
 * 2. What is left where it was is what is left to do: whoever breaks off begins anew and goes on.
 * 3. What is deleted meanwhile stays deleted: after the copy is there it is asked once more whether the file is kept. Whoever deletes it
 *    later removes it from both places.
 * 4. What belongs to nothing that is kept is left alone: it may be a file whose row is about to be written.
 */

/** A place, as it lies there and opened. */
export interface CarryEnd {
  raw: FilesPlace;
  files: Files;
}

export interface CarryParts {
  /** Null: there is nothing to take from, as where only what lies in the place is sealed anew. */
  from: CarryEnd | null;
  to: CarryEnd;
  isKept(key: string): Promise<boolean>;
  /** Number of the key that everything is to be sealed under; null: as it is. */
  sealAnewUnder: number | null;
  say(line: string): void;
  nowMs(): number;
  isStopped(): boolean;
}

export interface Carried {
  moved: number;
  sealed: number;
  bytes: number;
  unclaimed: number;
  failed: { key: string; why: string }[];
  /** False when it was stopped before the end. */
  isWhole: boolean;
}

const AT_ONCE = 4;
const REPORT_EVERY_MS = 5_000;
/** So many troubles one after another are no trouble of single files. */
const TROUBLES = 20;

export async function carryFiles(parts: CarryParts): Promise<Carried> {
  const { from, to, isKept, sealAnewUnder } = parts;
  const done: Carried = { moved: 0, sealed: 0, bytes: 0, unclaimed: 0, failed: [], isWhole: true };

  async function moveOne(key: string): Promise<void> {
    if (!(await isKept(key))) return void (done.unclaimed += 1);
    const bytes = await copied(from!.files, to.files, key);
    if (bytes === null) return;
    if (await isKept(key)) await from!.files.remove(key);
    else await to.files.remove(key);
    done.moved += 1;
    done.bytes += bytes;
  }

  async function sealOne(key: string): Promise<void> {
    if ((await keyIdOf(to.raw, key)) === sealAnewUnder) return;
    if (!(await isKept(key))) return;
    if ((await copied(to.files, to.files, key)) === null) return;
    if (!(await isKept(key))) await to.files.remove(key);
    done.sealed += 1;
  }

  if (from) {
    parts.say(`${await countOf(from.raw)} files are to be moved.`);
    // What came meanwhile, from a process that was not started anew yet, is taken along.
    for (let before = -1; before !== done.moved && done.isWhole;) {
      [before, done.unclaimed, done.failed] = [done.moved, 0, []];
      const reportProgress = progress(parts, () => `${done.moved} moved, ${Math.round(done.bytes / 1_048_576)} MB`);
      await forEachKey(parts, done, from.raw.keys(), moveOne, reportProgress);
    }
  }
  if (sealAnewUnder !== null && done.isWhole) {
    const reportProgress = progress(parts, () => `${done.sealed} sealed anew`);
    await forEachKey(parts, done, to.raw.keys(), sealOne, reportProgress);
  }
  return done;
}

async function countOf(place: FilesPlace): Promise<number> {
  let count = 0;
  for await (const _ of place.keys()) count += 1;
  return count;
}

function progress({ say, nowMs }: CarryParts, words: () => string): () => void {
  let reportedMs = nowMs();
  return () => {
    if (nowMs() - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = nowMs();
    say(`${words()} so far`);
  };
}

/** A few at a time; what one of them cannot do is noted, what none of them can ends it. */
async function forEachKey(
  { isStopped }: CarryParts,
  done: Carried,
  keys: AsyncIterable<string>,
  work: (key: string) => Promise<void>,
  reportProgress: () => void,
): Promise<void> {
  const working = new Set<Promise<void>>();
  let troubles = 0;
  for await (const key of keys) {
    if (isStopped() || troubles >= TROUBLES) {
      done.isWhole = false;
      break;
    }
    const one = work(key)
      .then(() => void (troubles = 0))
      .catch((thrown: unknown) => {
        troubles += 1;
        done.failed.push({ key, why: whyOf(thrown) });
        // Away is away for all; the others would only say the same.
        if (thrown instanceof Failure && thrown.name === 'filesAway') troubles = TROUBLES;
      })
      .finally(() => {
        working.delete(one);
        reportProgress();
      });
    working.add(one);
    if (working.size >= AT_ONCE) await Promise.race(working);
  }
  await Promise.all(working);
  if (troubles >= TROUBLES) done.isWhole = false;
}

const whyOf = (thrown: unknown): string => {
  if (!(thrown instanceof Failure)) return thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown.name === 'fileDamaged') return 'it is damaged, and left as it is';
  return thrown.name === 'filesAway' ? 'the store cannot be reached' : thrown.name;
};

/** Copies a file and compares; answers its size, or null when it is gone. */
async function copied(from: Files, to: Files, key: string): Promise<number | null> {
  const source = await from.get(key);
  if (!source) return null;
  const hash = createHash('sha256');
  const { bytes } = await to.put(key, hashed(source.content, hash));
  const copy = await to.get(key);
  if (!copy || copy.bytes !== bytes || bytes !== source.bytes) throw new Error('the copy is not as long as the file');
  const again = createHash('sha256');
  for await (const chunk of copy.content) again.update(chunk);
  if (!again.digest().equals(hash.digest())) throw new Error('the copy is not the same as the file');
  return bytes;
}

async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
