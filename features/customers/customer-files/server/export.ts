import { sql } from 'kysely';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { hidesOutside } from '#platform/server/number-protection.ts';
import type { Handlers, OutgoingFile } from '#platform/server/http/routes.ts';
import { tableFileName, tableMediaTypes } from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { Failure } from '#shared/errors.ts';
import { EXPORT_AT_ONCE, type customerFilesApi } from '../contract.ts';
import { readExport, type ExportWish, type ExportWorld } from './export-rows.ts';
import { templateHandler } from './template.ts';

const ALL = 'customer-files.all';
const MINE = 'customer-files.mine';

export const customerExports = (world: ExportWorld): Export<ExportWish>[] => {
  const file: Omit<Export<ExportWish>, 'kind' | 'access'> = {
    namesPeople: true,
    mediaType: ({ kind }) => tableMediaTypes[kind],
    write: (caller, wish, progress) => written(world, caller, wish, progress),
  };
  return [
    { ...file, kind: ALL, access: 'customer-files.export' },
    { ...file, kind: MINE, access: 'customer-files.use' },
  ];
};

async function* written(
  world: ExportWorld,
  caller: ExportCaller,
  wish: ExportWish,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  assertSeen(caller, wish);
  const { matches, file } = await readExport(world, caller, wish);
  yield* file(matches, progress);
}

/** Whoever does not see all customers in the list takes none of them along. */
function assertSeen(who: Pick<Caller, 'isOwner' | 'functions'>, { mine }: ExportWish): void {
  if (!mine && !mayUse(who, 'customers.view')) throw new Failure('notAllowed');
}

/** Customers as files: few at once, many as a task among the downloads. */
export function exportHandlers(
  world: ExportWorld,
): Handlers<Pick<typeof customerFilesApi, 'export' | 'myExport' | 'template'>> {
  const { db, clock } = world;

  async function answer(caller: Caller, wish: ExportWish): Promise<OutgoingFile | { instead: { task_id: number } }> {
    assertSeen(caller, wish);
    const { zone, hidesNumbers } = await db.tenant({ tenantId: caller.tenantId }, async (tx) => ({
      zone: await tenantZone(tx),
      hidesNumbers: await hidesOutside(tx),
    }));
    const timeZone = caller.timeZone ?? zone;
    const name = tableFileName(wish.kind, { stem: 'customers', zone: timeZone, atMs: wish.askedMs });
    // What somebody searched for is not repeated here: it may be a number.
    caller.operation.note(name);
    const { matches, file } = await readExport(
      world,
      { ...caller, timeZone, needsMasking: caller.needsMasking || hidesNumbers },
      wish,
    );
    const few = await db.numbers(
      'customers few enough to be answered at once',
      sql`select c.id from customer c where ${matches} limit ${EXPORT_AT_ONCE + 1}`,
    );
    if (few.length > EXPORT_AT_ONCE)
      return {
        instead: {
          task_id: await db.tenant(caller, (tx) =>
            requestExport(
              tx,
              { ...caller, timeZone },
              { fileName: name, feature: 'customer-files', kind: wish.mine ? MINE : ALL, params: wish },
            ),
          ),
        },
      };
    const pieces: Uint8Array[] = [];
    for await (const piece of file(sql<boolean>`c.id = any(${few.map(([id]) => id!)}::bigint[])`, () => {}))
      pieces.push(piece);
    const body = Buffer.concat(pieces);
    return { name, mediaType: tableMediaTypes[wish.kind], body, bytes: body.length };
  }
  return {
    export: (caller, wish) => answer(caller, { ...wish, mine: false, askedMs: clock.nowMs() }),
    myExport: (caller, wish) => answer(caller, { ...wish, mine: true, askedMs: clock.nowMs() }),
    template: templateHandler(world),
  };
}
