import { maskPhone } from '#core/privacy/phone-mask.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { isForgotten } from '#platform/server/forgotten-number.ts';
import { mayUse, personOf, type Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { BLACKLIST_COUNT_CAP, blacklistApi, type BlacklistEntry } from '../contract.ts';
import { blacklistRepo, isListed, type KeptPattern } from './blacklist.repo.ts';
import { demoBlacklist } from './demo.ts';
import { keptPattern } from './kept-pattern.ts';

export { isListed, keepOut, listedAmong } from './blacklist.repo.ts';

const WRONG_SHOWN = 20;

const patternOf = (text: string): KeptPattern => {
  const kept = keptPattern(text);
  if (!kept) throw new Failure('invalidInput', 'pattern');
  return kept;
};

/** Somebody who was erased, and is kept out without a name or a number. */
const FORGOTTEN = '***';

/** A shape hides nobody; the number of one person does not go to those who see stars. */
const shownTo =
  ({ needsMasking }: Pick<Caller, 'needsMasking'>) =>
  (entry: BlacklistEntry): BlacklistEntry =>
    isForgotten(entry.pattern)
      ? { ...entry, pattern: FORGOTTEN }
      : needsMasking && !entry.pattern.endsWith('*')
        ? { ...entry, pattern: maskPhone(entry.pattern) }
        : entry;

/**
 * A shape keeps many out, which is more than blocking somebody. Whoever sees stars names a number by its call: a typed
 * one that is listed already would be told from one that is not.
 */
function assertMayList(caller: Caller, { isShape }: KeptPattern): void {
  if (isShape && !mayUse(caller, 'blacklist.edit')) throw new Failure('notAllowed');
  if (!isShape && caller.needsMasking) throw new Failure('numbersHidden');
}

/** Numbers the tenant keeps out. */
export function blacklist({ db }: Pick<World, 'db'>): ServerFeature {
  return {
    name: 'blacklist',
    menu: [
      {
        key: '/settings/blacklist',
        name: 'blacklist.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 47,
        access: 'blacklist.view',
        icon: 'shield-check',
      },
    ],
    demo: demoBlacklist,
    personData: [
      {
        name: 'blacklist',
        erase: (tx, { numbers }) => blacklistRepo(tx).forget(numbers),
        export: (tx, { numbers }) => blacklistRepo(tx).ofNumbers(numbers),
      },
    ],
    blacklist: [(tx, number) => isListed(tx, number, 'call', { counts: true })],
    routes: routes('blacklist', blacklistApi, {
      page: (caller, { page, size, ...filter }) =>
        db.tenant(caller, async (tx) => {
          const search = { ...filter, byNumber: !caller.needsMasking };
          const found = await blacklistRepo(tx).total(search);
          return {
            list: (await blacklistRepo(tx).page(search, { page, size })).map(shownTo(caller)),
            total: Math.min(found, BLACKLIST_COUNT_CAP),
            totalCapped: found > BLACKLIST_COUNT_CAP,
          };
        }),
      add: (caller, { pattern, ...why }) =>
        db.tenant(caller, async (tx) => {
          const kept = patternOf(pattern);
          assertMayList(caller, kept);
          const [id] = await blacklistRepo(tx).add([kept], why, personOf(caller));
          if (id === undefined) throw new Failure('numberAlreadyListed');
          caller.operation.note(String(id), { after: { reason: why.reason, scopes: why.scopes } });
          return { id };
        }),
      addCaller: (caller, { callId, ...why }) =>
        db.tenant(caller, async (tx) => {
          const repo = blacklistRepo(tx);
          const number = await repo.numberOfCall(callId, caller.userId, mayUse(caller, 'blacklist.edit'));
          if (!number) throw new Failure('notFound');
          const [id] = await repo.add([patternOf(number)], why, personOf(caller));
          if (id === undefined) throw new Failure('numberAlreadyListed');
          caller.operation.note(callId, { after: { reason: why.reason, scopes: why.scopes } });
          return { id };
        }),
      addMany: (caller, { lines, ...why }) =>
        db.tenant(caller, async (tx) => {
          const written = lines.filter((line) => line.trim() !== '');
          const kept = new Map<string, KeptPattern>();
          const wrong: string[] = [];
          for (const line of written) {
            const pattern = keptPattern(line);
            if (!pattern) {
              wrong.push(line);
              continue;
            }
            assertMayList(caller, pattern);
            kept.set(`${pattern.pattern} ${pattern.isShape}`, pattern);
          }
          const added = await blacklistRepo(tx).add([...kept.values()], why, personOf(caller));
          caller.operation.note(String(added.length), { after: { reason: why.reason, scopes: why.scopes } });
          return {
            added: added.length,
            known: written.length - wrong.length - added.length,
            wrong: wrong.slice(0, WRONG_SHOWN),
            wrongCount: wrong.length,
          };
        }),
      update: (caller, { id, pattern, ...why }) =>
        db.tenant(caller, async (tx) => {
          const repo = blacklistRepo(tx);
          const before = await repo.find(id);
          if (!before) throw new Failure('notFound');
          // Whoever sees the number masked sends the stars back: it stays.
          const isKept = shownTo(caller)(before).pattern === pattern;
          const kept =
            isKept && isForgotten(before.pattern)
              ? { pattern: before.pattern, isShape: false, country: before.countryIso2 }
              : patternOf(isKept ? before.pattern : pattern);
          if (!isKept) assertMayList(caller, kept);
          try {
            await repo.update(id, kept, why);
          } catch (thrown) {
            throw isDuplicate(thrown) ? new Failure('numberAlreadyListed') : thrown;
          }
          caller.operation.note(String(id), {
            before: { reason: before.reason, scopes: before.scopes, expiresAt: before.expiresAt },
            after: why,
          });
          return null;
        }),
      remove: (caller, { ids }) =>
        db.tenant(caller, async (tx) => {
          caller.operation.note([ids].flat().join(', ').slice(0, 200));
          return { removed: await blacklistRepo(tx).remove([ids].flat()) };
        }),
      restore: (caller, { ids }) =>
        db.tenant(caller, async (tx) => {
          caller.operation.note(ids.join(', ').slice(0, 200));
          return { restored: await blacklistRepo(tx).restore(ids) };
        }),
    }),
  };
}
