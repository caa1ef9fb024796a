import type { CarrierEar } from '#core/chat/carrier.port.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { accountsRepo, ACCOUNTS_CHANGED, everyEnabled, type ChatAccountRow } from './accounts.repo.ts';
import type { Carrying } from './carry.ts';
import type { ChatCarriers, Opened } from './open-carriers.ts';
import type { Aside } from './auto-replies.ts';
import type { Receive } from './receive.ts';

const AGAIN_MS = 5_000;

/** Accounts that have to be asked are watched while they are enabled, and anew when they changed. */
export function openWatches(
  { db, log }: Pick<World, 'db' | 'log'>,
  carriers: ChatCarriers,
  receive: Receive,
  aside: Aside,
  carrying: Carrying,
) {
  const watched = new Map<number, { version: number; stop(): Promise<void> }>();
  let looking: Promise<void> = Promise.resolve();
  let stopListening = (): void => {};
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  const earOf = (opened: Opened): CarrierEar => {
    const { tenantId, channelId } = opened.account;
    return {
      receive: (received) => receive(opened, received),
      aside: (received) => aside(opened, received),
      fate: (fate) => db.tenant({ tenantId }, (tx) => carrying.fate(tx, channelId, fate)),
      contact: (problem) =>
        db.tenant({ tenantId }, (tx) =>
          problem === null ? accountsRepo(tx).reads(channelId) : accountsRepo(tx).contact(channelId, problem),
        ),
    };
  };

  async function begin(row: ChatAccountRow): Promise<void> {
    const opened = await carriers.ready(row);
    if (opened?.trade.watch)
      watched.set(row.id, { version: row.version, stop: opened.trade.watch(opened.account, earOf(opened)).stop });
  }

  async function look(): Promise<void> {
    if (stopped) return;
    const rows = (await db.everyTenant('accounts to watch', everyEnabled)).filter(
      ({ kind }) => carriers.tradeOf(kind)?.watch,
    );
    for (const [id, { version, stop }] of watched) {
      if (rows.some((row) => row.id === id && row.version === version)) continue;
      watched.delete(id);
      await stop();
    }
    for (const row of rows)
      if (!watched.has(row.id))
        await begin(row).catch((problem: unknown) =>
          log.error({ err: problem, channelId: row.id }, 'an account could not be opened'),
        );
  }

  /** One after another, and later again when the database is away. */
  function lookAgain(): void {
    looking = looking.then(look).catch((problem: unknown) => {
      if (!isUnavailable(problem)) log.error({ err: problem }, 'accounts of carriers could not be read');
      clearTimeout(again);
      again = setTimeout(lookAgain, AGAIN_MS);
      again.unref();
    });
  }

  return {
    async start(): Promise<void> {
      stopListening = await db.listen(ACCOUNTS_CHANGED, lookAgain);
      lookAgain();
      await looking;
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(again);
      stopListening();
      await looking;
      await Promise.allSettled([...watched.values()].map(({ stop }) => stop()));
    },
  };
}
