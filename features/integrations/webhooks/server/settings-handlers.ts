import { createHash } from 'node:crypto';
import { isReceiverAddress, withoutSecrets } from '#core/http/receiver-address.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import {
  hookEventNames,
  hookEvents,
  OVERLAP_HOURS,
  type Hook,
  type HookFields,
  type Settings,
  type webhooksApi,
} from '../contract.ts';
import { newSecret } from './signature.ts';
import { versionOf, webhooksRepo } from './webhooks.repo.ts';
import { openHookSeals } from './hook-secrets.ts';

type Calls = 'settings' | 'saveSettings' | 'rotate';

/** Who is told what. Nobody has told outside what they may not see themselves. */
export function settingsHandlers({
  db,
  clock,
  allowPrivate,
  catalogue,
}: Pick<World, 'db' | 'clock' | 'allowPrivate' | 'catalogue'>): Handlers<Pick<typeof webhooksApi, Calls>> {
  /** What a capability that is not there would tell is not offered. */
  const sealOf = openHookSeals(db);
  const offered = () => {
    const known = new Set(catalogue.functions.flatMap(({ functions }) => functions));
    return hookEventNames.filter((event) => known.has(hookEvents[event]));
  };
  const settingsOf = (caller: Caller, hooks: Hook[]): Settings => ({
    version: versionOf(hooks),
    hooks: hooks.map(({ previousUntil, url, ...hook }) => ({
      ...hook,
      url: mayUse(caller, 'webhooks.edit') ? url : withoutSecrets(url),
      previousUntil: previousUntil !== null && previousUntil > toWireTime(clock.nowMs()) ? previousUntil : null,
    })),
    events: offered().map((event) => ({ event, mayHave: mayUse(caller, hookEvents[event]) })),
    mustMask: mustMask(caller),
  });

  function check(caller: Caller, before: Hook | undefined, after: HookFields): void {
    const isLedElsewhere = before?.url !== after.url;
    if (isLedElsewhere && !isReceiverAddress(after.url, { allowPrivate })) throw new Failure('webhookAddressRefused');
    const gives = !before || isLedElsewhere || (after.enabled && !before.enabled);
    const events = gives ? after.events : after.events.filter((event) => !before.events.includes(event));
    for (const event of events) if (!mayUse(caller, hookEvents[event])) throw new Failure('notAllowed', event);
    if (mustMask(caller) && !after.maskNumbers && (gives || before.maskNumbers))
      throw new Failure('notAllowed', 'maskNumbers');
  }

  return {
    settings: (caller) => db.tenant(caller, async (tx) => settingsOf(caller, await webhooksRepo(tx).all())),

    async saveSettings(caller, { version, hooks }) {
      const box = await sealOf(caller.tenantId);
      return db.tenant(caller, async (tx) => {
        const repo = webhooksRepo(tx);
        await repo.lock();
        const before = await repo.all();
        if (versionOf(before) !== version) throw new Failure('stale');
        const secrets: { id: number; secret: string }[] = [];
        for (const { id, ...wish } of hooks) {
          const fields = { ...wish, events: [...new Set(wish.events)] };
          const known = before.find((hook) => hook.id === id);
          if (id !== null && !known) throw new Failure('notFound');
          check(caller, known, { id, ...fields });
          if (known) await repo.update(known.id, fields);
          else {
            const secret = newSecret();
            secrets.push({ id: await repo.add(fields, box.seal(secret)), secret });
          }
        }
        await repo.remove(before.filter(({ id }) => !hooks.some((hook) => hook.id === id)).map(({ id }) => id));
        const after = await repo.all();
        caller.operation.note(null, { before: { hooks: before.map(written) }, after: { hooks: after.map(written) } });
        return { ...settingsOf(caller, after), secrets };
      });
    },

    async rotate(caller, { id }) {
      const box = await sealOf(caller.tenantId);
      return db.tenant(caller, async (tx) => {
        const repo = webhooksRepo(tx);
        const hook = await repo.find(id);
        if (!hook) throw new Failure('notFound');
        const secret = newSecret();
        await repo.rotate(id, box.seal(secret), clock.nowMs() + OVERLAP_HOURS * 3_600_000);
        caller.operation.note(hook.name);
        return { id, secret };
      });
    },
  };
}

const mustMask = (caller: Caller): boolean => caller.needsMasking && !caller.isOwner;

/** As much as the operation log keeps of an address: where it leads, and a mark that shows whether it changed. */
const written = ({ id, name, url, events, enabled, maskNumbers }: Hook): object => ({
  id,
  name,
  url: `${withoutSecrets(url)} (${markOf(url)})`,
  events,
  enabled,
  maskNumbers,
});
const markOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 8);
