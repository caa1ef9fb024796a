import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import { openFile } from '#features/office/files/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { zip, type ZipEntry } from '#platform/server/zip.ts';
import { Failure } from '#shared/errors.ts';
import { readPerson } from './read-person.ts';

export const PERSON_EXPORT = 'customers.person';

type ExportWorld = Pick<World, 'db' | 'files' | 'clock' | 'catalogue'>;

export const personExport = (world: ExportWorld): Export<{ id: number }> => ({
  kind: PERSON_EXPORT,
  access: 'customers.erase',
  mediaType: 'application/zip',
  namesPeople: true,
  isForPerson: true,
  write: (caller, { id }, progress) => zip(parts(world, caller, id, progress), { atMs: world.clock.nowMs() }),
});

/** `data.json` with everything capability by capability, and a folder with the files of each that has some. */
async function* parts(
  world: ExportWorld,
  caller: ExportCaller,
  id: number,
  progress: Progress,
): AsyncGenerator<ZipEntry> {
  const { tenantId, needsMasking } = caller;
  // What a person is told about themselves holds their numbers.
  if (needsMasking) throw new Failure('notAllowed');
  const { exportedRows, files } = await world.db.tenant({ tenantId }, async (tx) => {
    const person = await readPerson(tx, world.catalogue, caller, id);
    const all: Record<string, unknown[]> = {};
    const kept: { path: string; fileId: number }[] = [];
    for (const { name, export: exportRows, files: list } of world.catalogue.personData) {
      all[name] = await exportRows(tx, person);
      for (const file of (await list?.(tx, person)) ?? [])
        kept.push({ path: `${name}/${file.name}`, fileId: file.fileId });
    }
    return { exportedRows: all, files: kept };
  });
  yield { name: 'data.json', content: Buffer.from(`${JSON.stringify(exportedRows, null, 2)}\n`) };
  const gone: string[] = [];
  for (const [place, { path, fileId }] of files.entries()) {
    progress(place / files.length);
    // One that grew too old meanwhile must not keep all others from them.
    const file = await openFile(world, { tenantId }, fileId).catch((thrown: unknown) => {
      if (thrown instanceof Failure && (thrown.name === 'notFound' || thrown.name === 'fileGone')) return null;
      throw thrown;
    });
    if (file) yield { name: path, content: file.content };
    else gone.push(path);
  }
  if (gone.length > 0)
    yield { name: 'deleted-meanwhile.txt', content: Buffer.from(gone.map((path) => `${path}\n`).join('')) };
}
