import { readWrittenNumber } from '#core/numbers/own-number.ts';
import { followCalendar } from '#features/voice/business-hours/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { NUMBERS_MOST, type DidNumber, type didNumbersApi } from '../contract.ts';
import { didNumbersRepo, groupsCallingOnlyWith, type AddedNumber } from './did-numbers.repo.ts';
import { numberGoalsRepo } from './number-goals.repo.ts';

/** Digits and country of what somebody wrote; refuses what is no number. */
export function readNumber(written: string, countryIso2: string | null): { number: string; country: string } {
  const read = readWrittenNumber(written, countryIso2 ?? '');
  if (read.is === 'withoutCountry') throw new Failure('numberWithoutCountry');
  if (read.is === 'wrong') throw new Failure('numberWrong');
  return read;
}

/** Adds a number; one installation answers a number once, and nobody is told who has it. */
export async function addNumber(tx: TenantTx, number: AddedNumber): Promise<number> {
  const repo = didNumbersRepo(tx);
  if ((await repo.count()) >= NUMBERS_MOST) throw new Failure('invalidInput', `at most ${NUMBERS_MOST} numbers`);
  if ((await repo.ours([number.number])).length > 0) throw new Failure('numberOursAlready');
  return repo.add(number).catch((thrown: unknown) => {
    throw isDuplicate(thrown) ? new Failure('numberElsewhere') : thrown;
  });
}

async function found(tx: TenantTx, id: number): Promise<DidNumber> {
  const number = await didNumbersRepo(tx).find(id);
  if (!number) throw new Failure('notFound');
  return number;
}

type Edits = Pick<Handlers<typeof didNumbersApi>, 'add' | 'enable' | 'remove' | 'hours'>;

/** Numbers come, go, and are switched. */
export const numberEdits = ({ db }: Pick<World, 'db'>): Edits => ({
  add: (caller, { number: written, countryIso2, remark, groupId }) =>
    db.tenant(caller, async (tx) => {
      const { number, country } = readNumber(written, countryIso2);
      if (groupId !== null && (await numberGoalsRepo(tx).existingGroups([groupId])).size === 0)
        throw new Failure('notFound', 'group');
      const id = await addNumber(tx, { number, country, remark, groupId, accountId: null });
      const added = await found(tx, id);
      caller.operation.note(number, { after: { remark, group: added.groupName } });
      return added;
    }),

  enable: (caller, { ids, enabled }) =>
    db.tenant(caller, async (tx) => {
      const wanted = [...new Set(ids)];
      if ((await didNumbersRepo(tx).existing(wanted)).length < wanted.length) throw new Failure('notFound');
      const changed = await didNumbersRepo(tx).setEnabled(wanted, enabled);
      caller.operation.note(changed.join(', ').slice(0, 200), {
        before: { enabled: !enabled },
        after: { enabled },
      });
      return { changed: changed.length };
    }),

  remove: (caller, { id }) =>
    db.tenant(caller, async (tx) => {
      const repo = didNumbersRepo(tx);
      const before = await found(tx, id);
      const alone = await groupsCallingOnlyWith(tx, { didNumberId: id });
      if (alone.length > 0) throw new Failure('numberNeeded', alone.join(', '));
      await repo.remove(id);
      caller.operation.note(before.number, {
        before: { remark: before.remark, group: before.groupName, flow: before.flowName, menu: before.menu },
      });
      return null;
    }),

  hours: (caller, { id, calendarId }) =>
    db.tenant(caller, async (tx) => {
      const before = await found(tx, id);
      if (!(await followCalendar(tx, { numberId: id, calendarId }))) throw new Failure('notFound', 'calendar');
      const after = await found(tx, id);
      caller.operation.note(before.number, {
        before: { hours: before.calendarName },
        after: { hours: after.calendarName },
      });
      return after;
    }),
});
