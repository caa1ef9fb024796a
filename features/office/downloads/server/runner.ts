import { sql } from 'kysely';
import { Failure, type FailureName } from '#shared/errors.ts';
import { languageFor } from '#shared/languages.ts';
import type { Export, ExportCaller } from '#platform/server/contributions.ts';
import { CSV_MEDIA_TYPE } from '#platform/server/csv.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import { hiddenFromMember, hiddenOutside } from '#platform/server/number-protection.ts';
import type { World } from '#platform/server/world.ts';
import { storeFile } from '#features/office/files/server/index.ts';
import { DOWNLOADS_CHANGED } from '../contract.ts';
import { downloadLine, downloadsRepo, type Claimed } from './downloads.repo.ts';

/*
 * Runs exports, one after another. Rules:
 * 1. A task has one runner at a time. A runner gives a sign of life; after 90 s of silence another one starts over.
 * 2. The file and the status "done" are written in one transaction, by the present runner alone: no half file is ever offered.
 * 3. A failure we can explain ends the task with its text. Anything else is tried three times.
 * 4. A stopping server puts its task back, and the try does not count.
 */

export const EXPORT_PURPOSE = 'export';
const MAX_ATTEMPTS = 3;
const RETRY_AFTER_SEC = 30;
const BEAT_MS = 15_000;
const SHOW_PROGRESS_MS = 2_000;

/** What passes by itself is tried again, and not told. */
const PASSING: ReadonlySet<FailureName> = new Set(['unavailable', 'filesAway']);

class NoLongerOurs extends Error {}
class Stopping extends Error {}

export const pushToOwner = (tx: TenantTx, userId: number): Promise<void> =>
  tx.push({ kind: DOWNLOADS_CHANGED, body: {}, to: { userId } });

/** Works the line down. */
export function exportRunner(world: Pick<World, 'db' | 'clock' | 'log' | 'files' | 'catalogue'>) {
  const { db, clock, log, catalogue } = world;
  let stopping = false;

  /** Changes the task if it is still this runner's, and tells its owner. */
  const change = (task: Claimed, work: (repo: ReturnType<typeof downloadsRepo>) => Promise<boolean>): Promise<void> =>
    db.tenant({ tenantId: task.tenant_id }, async (tx) => {
      if (await work(downloadsRepo(tx.as()))) await pushToOwner(tx, task.user_id);
    });

  async function* content(
    task: Claimed,
    caller: ExportCaller,
    write: Export<never>['write'],
  ): AsyncGenerator<Uint8Array> {
    let percent = 0;
    let shownMs = clock.nowMs();
    let ours = true;
    const beat = async (): Promise<void> => {
      shownMs = clock.nowMs();
      ours = await db.tenant({ tenantId: task.tenant_id }, (tx) => downloadsRepo(tx.as()).beat(task, percent));
    };
    // A writer may think for long before it says something.
    const heart = setInterval(() => void beat().catch(() => {}), BEAT_MS);
    try {
      for await (const chunk of write(
        caller,
        task.params as never,
        (done) => (percent = Math.max(0, Math.min(99, Math.floor(done * 100)))),
      )) {
        if (stopping) throw new Stopping();
        if (clock.nowMs() - shownMs >= SHOW_PROGRESS_MS) await beat();
        if (!ours) throw new NoLongerOurs();
        yield chunk;
      }
    } finally {
      clearInterval(heart);
    }
  }

  async function writeFile(task: Claimed): Promise<void> {
    const found = catalogue.exports.find(({ kind }) => kind === task.kind);
    if (!found) throw new Error(`nobody writes exports of the kind ${task.kind}`);
    if (task.attempts > MAX_ATTEMPTS) throw new Failure('unexpected');
    const { tenant_id: tenantId, user_id: userId, language, time_zone: timeZone } = task;
    const caller = await exportCaller(world, { tenantId, userId, language, timeZone }, found.isForPerson ?? false);
    if (!caller || (found.access !== 'signedIn' && !mayUse(caller, found.access))) throw new Failure('notAllowed');
    const { mediaType = CSV_MEDIA_TYPE } = found;
    await storeFile(
      world,
      { tenantId: task.tenant_id, userId: task.user_id },
      {
        purpose: EXPORT_PURPOSE,
        name: task.file_name,
        mediaType: typeof mediaType === 'string' ? mediaType : mediaType(task.params as never),
        content: content(task, caller, found.write),
        async within(tx, fileId) {
          if (!(await downloadsRepo(tx.as()).finish(task, fileId))) throw new NoLongerOurs();
          await pushToOwner(tx, task.user_id);
        },
      },
    );
  }

  async function settle(task: Claimed, thrown: unknown): Promise<void> {
    if (thrown instanceof NoLongerOurs) return;
    if (thrown instanceof Stopping)
      return change(task, (repo) => repo.putBack(task, { attempts: task.attempts - 1, afterSec: 0 }));
    const explained: FailureName | null = thrown instanceof Failure && !PASSING.has(thrown.name) ? thrown.name : null;
    if (!explained) log.error({ err: thrown, kind: task.kind, downloadId: task.id }, 'export failed');
    if (explained || task.attempts >= MAX_ATTEMPTS)
      return change(task, (repo) => repo.fail(task, explained ?? 'unexpected'));
    return change(task, (repo) =>
      repo.putBack(task, { attempts: task.attempts, afterSec: RETRY_AFTER_SEC * task.attempts }),
    );
  }

  async function run(task: Claimed): Promise<void> {
    await db.tenant({ tenantId: task.tenant_id }, (tx) => pushToOwner(tx, task.user_id));
    try {
      await writeFile(task);
    } catch (thrown) {
      await settle(task, thrown);
    }
  }

  return {
    /** Runs what waits until nothing does, or as much is running already as may. */
    async drain(): Promise<void> {
      for (;;) {
        const task = stopping
          ? undefined
          : await db.everyTenant('exports of all tenants stand in one line', (tx) => downloadLine(tx.as()).claim());
        if (!task) return;
        await run(task);
      }
    },
    stop(): void {
      stopping = true;
    },
  };
}

/** Who a file is written for. */
interface FileReader extends Pick<ExportCaller, 'tenantId' | 'userId' | 'timeZone'> {
  language: string;
}

/** A person with the rights of the moment; null when they may no longer come in. */
export async function exportCaller(
  { db }: Pick<World, 'db'>,
  { tenantId, userId, language, timeZone }: FileReader,
  isForPerson: boolean,
): Promise<ExportCaller | null> {
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ nick_name: string; is_owner: boolean; functions: string[]; needs_masking: boolean; hidden_outside: boolean }>`
      select m.nick_name, m.is_owner,
        coalesce((select array_agg(distinct f) from member_role mr join role r on r.id = mr.role_id, unnest(r.functions) f where mr.user_id = m.user_id), '{}') functions,
        ${hiddenFromMember} needs_masking, ${hiddenOutside(sql`m.tenant_id`)} hidden_outside
      from member m where m.user_id = ${userId} and m.enabled`.execute(tx.as()),
  );
  const member = rows[0];
  if (!member) return null;
  return {
    tenantId,
    userId,
    name: member.nick_name,
    isOwner: member.is_owner,
    functions: new Set(member.functions),
    needsMasking: member.needs_masking || (member.hidden_outside && !isForPerson),
    language: languageFor([language]),
    timeZone,
  };
}
