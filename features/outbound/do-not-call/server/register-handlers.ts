import { createReadStream } from 'node:fs';
import { keptNumber } from '#core/customer/phone-number.ts';
import { mostDaysOldOf } from '#core/call/national-lists.ts';
import { deleteFile, storeFile } from '#features/office/files/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers, IncomingFile } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { countries } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import { REGISTERS_MOST, type doNotCallApi, type DoNotCallRegister, type RegisterFile } from '../contract.ts';
import { ageOf, isOfTheFuture } from '../core/list-age.ts';
import { enqueueFile, shownFile, pushProgress, pushRegisters } from './file-queue.ts';
import { registersOf } from './national-lists.ts';
import { registersRepo, type RegisterFileRow, type RegisterRow } from './registers.repo.ts';

export type RegistersWorld = Pick<World, 'db' | 'files' | 'clock'>;

const FILE_PURPOSE = 'do-not-call';
const known = new Set(countries.map(({ iso2 }) => iso2));

function shownRegister(
  { id, country, name, issuedOn, numbers, author, updatedAt }: RegisterRow,
  file: RegisterFileRow | undefined,
  nowMs: number,
): DoNotCallRegister {
  const age = issuedOn === null ? null : ageOf(country, issuedOn, nowMs);
  return {
    id,
    country,
    name,
    issuedOn,
    numbers,
    author,
    updatedAt,
    daysOld: age?.daysOld ?? null,
    mostDaysOld: mostDaysOldOf(country),
    isTooOld: age?.isTooOld ?? false,
    file: file ? shownFile(file) : null,
  };
}

/** Ends what is being read into a register: something newer comes, or nothing more. */
async function endReading(tx: TenantTx, registerId: number): Promise<void> {
  const repo = registersRepo(tx);
  for (const row of await repo.reading(registerId)) {
    const ended = await repo.change(row.id, { state: 'cancelled', isOver: true });
    if (row.storedId !== null) await deleteFile(tx, row.storedId);
    if (ended) await pushProgress(tx, ended);
  }
}

/** Keeps the file and sets it going; `registerOf` says for which register, in the same transaction. */
async function take(
  world: RegistersWorld,
  caller: Caller,
  file: IncomingFile,
  issuedOn: string,
  registerOf: (tx: TenantTx) => Promise<RegisterRow>,
): Promise<RegisterFile> {
  if (isOfTheFuture(issuedOn, world.clock.nowMs())) throw new Failure('invalidInput', 'issuedOn');
  let row: RegisterFileRow | null = null;
  await storeFile(world, caller, {
    purpose: FILE_PURPOSE,
    name: file.name,
    mediaType: file.mediaType,
    bytes: file.bytes,
    content: createReadStream(file.path),
    async within(tx, storedId) {
      const register = await registerOf(tx);
      await endReading(tx, register.id);
      row = await registersRepo(tx).addFile({
        registerId: register.id,
        fileName: file.name,
        mediaType: file.mediaType,
        bytes: file.bytes,
        storedId,
        issuedOn,
        userId: caller.userId,
        author: caller.name,
      });
      caller.operation.note(`${register.country} ${register.name}`, {
        before: { issuedOn: register.issuedOn, numbers: register.numbers },
        after: { issuedOn, file: file.name, bytes: file.bytes },
      });
      await enqueueFile(tx, row);
      await pushRegisters(tx, register.id);
    },
  });
  return shownFile(row!);
}

/** Registers of people who want no calls. */
export function registerHandlers(
  world: RegistersWorld,
): Handlers<Omit<typeof doNotCallApi, 'days' | 'addDays' | 'removeDay'>> {
  const { db, clock } = world;
  return {
    list: (caller) =>
      db.tenant(caller, async (tx) => {
        const repo = registersRepo(tx);
        const files = new Map((await repo.latestFiles()).map((one) => [one.registerId, one]));
        return (await repo.all()).map((one) => shownRegister(one, files.get(one.id), clock.nowMs()));
      }),
    async add(caller, { country, name, issuedOn }, file) {
      if (!known.has(country)) throw new Failure('invalidInput', 'country');
      try {
        return await take(world, caller, file, issuedOn, async (tx) => {
          if ((await registersRepo(tx).count()) >= REGISTERS_MOST)
            throw new Failure('invalidInput', `at most ${REGISTERS_MOST} registers`);
          return registersRepo(tx).add(country, name);
        });
      } catch (thrown) {
        throw isDuplicate(thrown) ? new Failure('nameTaken') : thrown;
      }
    },
    replace: (caller, { id, issuedOn }, file) =>
      take(world, caller, file, issuedOn, async (tx) => {
        const register = await registersRepo(tx).find(id, { locked: true });
        if (!register) throw new Failure('notFound');
        return register;
      }),
    cancel: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = registersRepo(tx);
        const row = await repo.file(id);
        const register = row && (await repo.find(row.registerId, { locked: true }));
        if (!row || !register) throw new Failure('notFound');
        if (!(await repo.change(id, { state: 'cancelled', isOver: true }))) throw new Failure('importNotReady');
        if (row.storedId !== null) await deleteFile(tx, row.storedId);
        caller.operation.note(`${register.country} ${register.name}`, { after: { file: row.fileName } });
        // A register that never had a file says nothing.
        if (register.fileId === null) await repo.remove(register.id);
        await pushRegisters(tx, register.id);
        return null;
      }),
    remove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = registersRepo(tx);
        const register = await repo.find(id, { locked: true });
        if (!register) throw new Failure('notFound');
        await endReading(tx, id);
        await repo.remove(id);
        const { country, name, issuedOn, numbers } = register;
        caller.operation.note(`${country} ${name}`, { before: { issuedOn, numbers } });
        await pushRegisters(tx, id);
        return null;
      }),
    check: (caller, { number, country = '' }) =>
      db.tenant(caller, async (tx) => {
        const kept = keptNumber(number, country);
        if (!kept) throw new Failure('invalidInput', 'number');
        const listings = (await registersOf(tx, [kept.number])).get(kept.number) ?? [];
        return {
          country: kept.country,
          registers: listings.map(({ register: { id, name, country: of, issuedOn }, hasNumber }) => ({
            id,
            name,
            country: of,
            issuedOn,
            hasNumber,
            isTooOld: ageOf(of, issuedOn, clock.nowMs()).isTooOld,
          })),
        };
      }),
  };
}
