import { DownloadStatus } from '#shared/codes/download-status.ts';
import { Failure, failureRow } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { deleteFile, outgoingFile } from '#features/office/files/server/index.ts';
import { downloadsApi, type DownloadItem } from '../contract.ts';
import { demoDownloads } from './demo.ts';
import { downloadLine, downloadsRepo, type TaskRow } from './downloads.repo.ts';
import { exportRunner, pushToOwner } from './runner.ts';

export { exportCaller, exportRunner } from './runner.ts';

const RUN_TASK = 'downloads.run';
const MAX_IN_PROGRESS = 20;
const MAX_LISTED = 100;
const EXPIRED_AT_ONCE = 500;

export interface ExportRequest {
  /** With its ending: `customers-2026-11-15.csv`. */
  fileName: string;
  feature: string;
  /** Of one among the `exports` of the feature. */
  kind: string;
  params: object;
}

/**
 * Asks for an export inside the caller's transaction; the file appears in the caller's download list.
 * Answers the id of the task.
 */
export async function requestExport(
  tx: TenantTx,
  caller: Pick<Caller, 'userId' | 'language' | 'timeZone'>,
  { fileName, feature, kind, params }: ExportRequest,
): Promise<number> {
  const repo = downloadsRepo(tx.as());
  if ((await repo.countInProgress(caller.userId)) >= MAX_IN_PROGRESS) throw new Failure('tooManyRequests');
  const id = await repo.add({
    user_id: caller.userId,
    file_name: fileName,
    feature,
    kind,
    params,
    language: caller.language,
    time_zone: caller.timeZone ?? 'UTC',
  });
  await tx.enqueue(RUN_TASK, {}, { key: RUN_TASK });
  await pushToOwner(tx, caller.userId);
  return id;
}

/** Takes away files of these kinds, because somebody in them must be forgotten. Answers how many went. */
async function forgetExports(tx: TenantTx, kinds: readonly string[]): Promise<number> {
  const gone = await downloadsRepo(tx.as()).forget(kinds);
  for (const { fileId } of gone) await deleteFile(tx, fileId);
  for (const userId of new Set(gone.map((one) => one.userId))) await pushToOwner(tx, userId);
  await tx.enqueue(RUN_TASK, {}, { key: RUN_TASK });
  return gone.length;
}

/** Exports people asked for: a list each, the files, and the work behind them. */
export function downloads(world: World): ServerFeature {
  const { db, texts, catalogue } = world;
  const runner = exportRunner(world);
  return {
    name: 'downloads',
    personData: [
      {
        name: 'downloads',
        // Files may tell of anybody, and what was searched for them may be a name.
        erase: (tx) =>
          forgetExports(
            tx,
            catalogue.exports.filter(({ namesPeople }) => namesPeople).map(({ kind }) => kind),
          ),
        export: async () => [],
      },
    ],
    demo: (tx, tenant) => demoDownloads(tx, tenant, RUN_TASK),
    jobs: [
      // By the clock as well: it finds what a crash or a failed try left behind.
      { task: RUN_TASK, cron: '* * * * *', run: () => runner.drain() },
      { task: 'downloads.expire', cron: '17 * * * *', run: () => expireOld(world) },
    ],
    async stop() {
      runner.stop();
    },
    routes: routes('downloads', downloadsApi, {
      list: (caller) =>
        db.tenant(caller, async (tx) =>
          (await downloadsRepo(tx.as()).mine(caller.userId, MAX_LISTED)).map((task) =>
            shown(texts, caller.language, task),
          ),
        ),

      async remove(caller, { id }) {
        await db.tenant(caller, async (tx) => {
          const task = await downloadsRepo(tx.as()).remove(caller.userId, id);
          if (!task) throw new Failure('notFound');
          caller.operation.note(task.file_name);
          if (task.file_id) await deleteFile(tx, task.file_id);
          await pushToOwner(tx, caller.userId);
        });
        return null;
      },

      async file(caller, { id }) {
        const task = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
          downloadsRepo(tx.as()).find(caller.userId, id),
        );
        if (!task) throw new Failure('notFound');
        if (DownloadStatus.row(task.status).inProgress) throw new Failure('downloadNotReady');
        if (task.file_id === null) throw new Failure('downloadExpired');
        caller.operation.note(task.file_name);
        return { ...(await outgoingFile(world, caller, task.file_id)), name: task.file_name };
      },
    }),
  };
}

/** Old files go; their tasks stay in the list for a while, as expired. */
async function expireOld({ db }: Pick<World, 'db'>): Promise<void> {
  for (;;) {
    const due = await db.everyTenant('files of all tenants grow old', (tx) =>
      downloadLine(tx.as()).expired(EXPIRED_AT_ONCE),
    );
    for (const { id, tenant_id: tenantId } of due) {
      await db.tenant({ tenantId }, async (tx) => {
        const old = await downloadsRepo(tx.as()).expire(id);
        if (!old) return;
        if (old.fileId !== null) await deleteFile(tx, old.fileId);
        await pushToOwner(tx, old.userId);
      });
    }
    if (due.length < EXPIRED_AT_ONCE) break;
  }
  await db.everyTenant('tasks of all tenants grow old', (tx) => downloadLine(tx.as()).forgetOld());
}

function shown(texts: World['texts'], language: Language, task: TaskRow & { bytes: number | null }): DownloadItem {
  const isFailed = task.failure !== null;
  return {
    id: task.id,
    fileName: task.file_name,
    fileUrl: task.file_id === null ? '' : downloadsApi.file.path.replace('{id}', String(task.id)),
    status: task.status,
    statusName: texts.say(language, isFailed ? 'downloads.failed' : DownloadStatus.row(task.status).key),
    reason: task.failure === null ? '' : texts.say(language, failureRow(task.failure).key),
    progress: task.progress,
    bytes: task.bytes,
    createdAt: task.created_at,
    expiresAt: task.expires_at,
  };
}
