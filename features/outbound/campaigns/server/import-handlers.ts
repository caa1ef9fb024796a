import { createReadStream } from 'node:fs';
import { KEPT_COLUMN } from '#features/customers/customer-files/contract.ts';
import { namedFields, peekInThread } from '#features/customers/customer-files/server/index.ts';
import { deleteFile, openFile, storeFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers, IncomingFile } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { guessForCampaign, wrongChoice } from '../core/campaign-columns.ts';
import type { campaignsApi, CampaignFile } from '../contract.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { finishIfDone } from './close-member.ts';
import { assertMayEdit } from './kind-rights.ts';
import { enqueueImport } from './import-queue.ts';
import {
  campaignImportsRepo,
  pushCampaignImport,
  shownCampaignImport,
  type CampaignImportRow,
  type CampaignWish,
} from './imports.repo.ts';
import { campaignTemplate } from './template.ts';

type FilesWorld = Pick<World, 'db' | 'files' | 'texts' | 'clock'>;

const FILE_PURPOSE = 'campaign-import';
const LISTED = 50;

/** Counts tell whether a number is known, and samples show it: nothing for those who see stars. */
export function assertSeesNumbers({ needsMasking }: Pick<Caller, 'needsMasking'>): void {
  if (needsMasking) throw new Failure('numbersHidden');
}

const fileOf = (row: CampaignImportRow): CampaignFile => ({
  import: shownCampaignImport(row),
  columns: guessed(row),
  encoding: row.shape?.encoding ?? '',
  delimiter: row.shape?.delimiter ?? '',
});

function guessed({ shape }: CampaignImportRow): CampaignFile['columns'] {
  const fields = guessForCampaign(shape?.columns ?? [], KEPT_COLUMN);
  return (shape?.columns ?? []).map(({ column, title, samples }, place) => ({
    column,
    title,
    samples,
    guess: fields[place]!.field,
  }));
}

function readChoice(
  row: CampaignImportRow,
  mapping: readonly { column: number; field: string | null }[],
): Extract<CampaignWish, { from: 'file' }>['mapping'] {
  const chosen = mapping.flatMap(({ column, field }) => (field === null ? [] : [{ column, field }]));
  const why = wrongChoice(chosen, { columns: row.shape?.columns.length ?? 0, kept: KEPT_COLUMN });
  if (why === 'noPhone') throw new Failure('importWithoutContact');
  if (why === 'twice') throw new Failure('importFieldTwice');
  if (why) throw new Failure('invalidInput', 'mapping');
  return chosen;
}

/** A file of a campaign that whoever asks may change. */
async function findImport(tx: TenantTx, caller: Caller, id: number): Promise<CampaignImportRow> {
  const row = await campaignImportsRepo(tx).find(id);
  if (!row) throw new Failure('notFound');
  assertMayEdit(caller, await campaignsRepo(tx).find(row.campaignId));
  return row;
}

/** Takes a file into a campaign; `campaignOf` says which, in the transaction that keeps the file. */
export async function takeFile(
  world: FilesWorld,
  caller: Caller,
  file: IncomingFile,
  { country = '', startsAtOnce }: { country?: string | undefined; startsAtOnce: boolean },
  campaignOf: (tx: TenantTx) => Promise<number>,
): Promise<CampaignFile> {
  assertSeesNumbers(caller);
  const { db, texts } = world;
  const named = await db.tenant({ tenantId: caller.tenantId }, (tx) => namedFields(tx, texts));
  const { shape, columns, encoding, delimiter, rows } = await peekInThread({
    path: file.path,
    bytes: file.bytes,
    isWorkbook: !file.mediaType.startsWith('text/'),
    country,
    named,
  });
  let row: CampaignImportRow | null = null;
  await storeFile(world, caller, {
    purpose: FILE_PURPOSE,
    name: file.name,
    mediaType: file.mediaType,
    bytes: file.bytes,
    content: createReadStream(file.path),
    async within(tx, fileId) {
      row = await campaignImportsRepo(tx).add({
        campaignId: await campaignOf(tx),
        userId: caller.userId,
        author: caller.name,
        fileName: file.name,
        fileId,
        bytes: file.bytes,
        rows,
        shape: { file: shape, columns, encoding, delimiter },
      });
      if (startsAtOnce)
        row = await begin(
          tx,
          row,
          guessed(row).map(({ column, guess }) => ({ column, field: guess })),
          { country, caller, startsAtOnce },
        );
    },
  });
  return fileOf(row!);
}

/** Sets it going; its rows are read by a job. */
async function begin(
  tx: TenantTx,
  row: CampaignImportRow,
  mapping: readonly { column: number; field: string | null }[],
  { country, caller, startsAtOnce }: { country: string; caller: Caller; startsAtOnce: boolean },
): Promise<CampaignImportRow> {
  const changed = await campaignImportsRepo(tx).change(row.id, ['uploaded', 'checked'], {
    state: 'checking',
    wish: { from: 'file', mapping: readChoice(row, mapping), country, language: caller.language, startsAtOnce },
    done: 0,
    added: 0,
    duplicates: 0,
    keptOut: {},
    wrong: 0,
    attempts: 0,
    errorFileId: null,
  });
  if (!changed) throw new Failure('importNotReady');
  if (row.errorFileId !== null) await deleteFile(tx, row.errorFileId);
  await enqueueImport(tx, changed);
  await pushCampaignImport(tx, changed);
  return changed;
}

/** Ends one that is not written, and forgets its files; false when it is over already. */
export async function cancelCampaignImport(tx: TenantTx, row: CampaignImportRow): Promise<boolean> {
  const changed = await campaignImportsRepo(tx).change(row.id, ['uploaded', 'checking', 'checked', 'importing'], {
    state: 'cancelled',
    fileId: null,
    errorFileId: null,
    isOver: true,
  });
  if (!changed) return false;
  for (const file of [row.fileId, row.errorFileId]) if (file !== null) await deleteFile(tx, file);
  // The job finds it cancelled, and takes its rows away.
  await enqueueImport(tx, changed);
  await pushCampaignImport(tx, changed);
  return true;
}

/** Files on their way into campaigns. */
export function campaignImportHandlers(
  world: FilesWorld,
): Handlers<Omit<typeof campaignsApi, 'open' | 'addChosen' | 'numbers'>> {
  const { db, texts, clock } = world;
  return {
    async appendFile(caller, { campaignId, ...wish }, file) {
      caller.operation.note(file.name, { after: { campaign: campaignId, bytes: file.bytes } });
      return takeFile(world, caller, file, wish, async (tx) => {
        assertMayEdit(caller, await campaignsRepo(tx).find(campaignId));
        return campaignId;
      });
    },
    importPreview: (caller, { id }) => {
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => fileOf(await findImport(tx, caller, id)));
    },
    importCheck: (caller, { id, mapping, country = '' }) => {
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => {
        const row = await findImport(tx, caller, id);
        caller.operation.note(row.fileName, { after: { import: id } });
        return shownCampaignImport(await begin(tx, row, mapping, { country, caller, startsAtOnce: false }));
      });
    },
    importStart: (caller, { id }) => {
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => {
        const row = await findImport(tx, caller, id);
        const changed = await campaignImportsRepo(tx).change(id, ['checked'], {
          state: 'importing',
          done: 0,
          attempts: 0,
        });
        if (!changed) throw new Failure('importNotReady');
        await enqueueImport(tx, changed);
        caller.operation.note(row.fileName, { after: { import: id, added: row.added, wrong: row.wrong } });
        await pushCampaignImport(tx, changed);
        return shownCampaignImport(changed);
      });
    },
    importCancel: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const row = await findImport(tx, caller, id);
        // The campaign first, as whoever writes a file takes them.
        const campaign = await campaignsRepo(tx).find(row.campaignId, { locked: true });
        if (!(await cancelCampaignImport(tx, row))) throw new Failure('importNotReady');
        // It was all that the campaign still waited for; one that never had anybody waits for its first.
        if (campaign && campaign.customers > 0) await finishIfDone(tx, campaign.id, clock.nowMs());
        caller.operation.note(row.fileName, { after: { import: id, state: row.state } });
        return null;
      }),
    imports: (caller, { campaignId }) =>
      db.tenant(caller, async (tx) => {
        assertMayEdit(caller, await campaignsRepo(tx).find(campaignId));
        return (await campaignImportsRepo(tx).ofCampaign(campaignId, LISTED)).map(shownCampaignImport);
      }),
    importWrong: (caller, { id }) => {
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => campaignImportsRepo(tx).wrongRows((await findImport(tx, caller, id)).id));
    },
    async importErrors(caller, { id }) {
      assertSeesNumbers(caller);
      const row = await db.tenant(caller, (tx) => findImport(tx, caller, id));
      if (row.errorFileId === null) throw new Failure('notFound');
      const { mediaType, bytes, content } = await openFile(world, caller, row.errorFileId);
      const name = `${row.fileName.replace(/\.\w{1,5}$/, '')} - ${texts.say(caller.language, 'customer-files.errors.fileName')}.csv`;
      return { name, mediaType, bytes, body: content };
    },
    template: campaignTemplate(world),
  };
}
