import { NumberListRefusal, type NumberListAccount, type CarrierTrouble } from '#core/numbers/carrier-numbers.port.ts';
import { textSealOf, type TenantSecrets } from '#features/team/agents/server/index.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { CARRIER_SYNC_CHANGED, SYNC_MOST } from '../contract/carriers.ts';
import { carriersRepo, type CarrierAccountRow } from './carriers.repo.ts';

export const SYNC_TASK = 'did-numbers.readCarrier';

/** A carrier that asks for more patience is asked another day. */
const WAIT_MOST_SEC = 300;
const WAITS_MOST = 20;
/** Pages of nothing lead nowhere. */
const PAGES_MOST = 1_000;

export interface SyncRun {
  tenantId: number;
  accountId: number;
  run: string;
  /** How often the carrier asked to wait. */
  waits: number;
}

/** Seals and opens secrets of a tenant's accounts. */
export const accountSeal = (secrets: TenantSecrets, tenantId: number) =>
  textSealOf(secrets, tenantId, 'carrier account');

/** The account with its secret, as its carrier is asked. */
export function openedAccount(
  { kind, settings, sealed }: CarrierAccountRow,
  open: (sealed: string) => string,
): NumberListAccount {
  const secret = open(sealed);
  if (kind === 'twilio') return { kind, accountSid: settings.accountSid ?? '', secret };
  if (kind === 'telnyx') return { kind, secret };
  const { headerName, headerValue, ...list } = settings.list!;
  return { kind, secret, headers: { [headerName]: headerValue }, ...list };
}

const failureOf: Record<CarrierTrouble, FailureName> = {
  credentials: 'carrierCredentials',
  busy: 'carrierBusy',
  unreachable: 'carrierUnreachable',
  notUnderstood: 'carrierNotUnderstood',
  badAddress: 'carrierBadAddress',
};

/** What a carrier refuses, as the page says it. */
export const orCarrierFailure = (thrown: unknown): never => {
  throw thrown instanceof NumberListRefusal
    ? new Failure(failureOf[thrown.trouble], thrown.trouble === 'busy' ? String(thrown.retryAfterSec) : '')
    : thrown;
};

/**
 * Reads an account's list, page by page. Each page is kept with the way to the next, so that a run that was cut off goes on where
 * it was; one that another took the place of finds nothing to do.
 */
export function syncJob({ db, carrierNumbers }: Pick<World, 'db' | 'carrierNumbers'>, secrets: TenantSecrets): Job {
  async function step({ tenantId, accountId, run, waits }: SyncRun): Promise<boolean> {
    const seal = await accountSeal(secrets, tenantId);
    const known = await db.tenant({ tenantId }, async (tx) => {
      const repo = carriersRepo(tx);
      return { account: await repo.find(accountId), reading: await repo.reading(accountId, run) };
    });
    const { account, reading } = known;
    if (!account || !reading) return false;
    const asked = await carrierNumbers(openedAccount(account, seal.open))
      .page(reading.nextPage)
      .catch((thrown: unknown) => {
        if (thrown instanceof NumberListRefusal) return thrown;
        throw thrown;
      });
    return db.tenant({ tenantId }, async (tx) => {
      const repo = carriersRepo(tx);
      if (!(await repo.reading(accountId, run))) return false;
      await tx.push({ kind: CARRIER_SYNC_CHANGED, body: { accountId }, access: 'did-numbers.sync' });
      if (asked instanceof NumberListRefusal) {
        const { trouble, retryAfterSec } = asked;
        const waitsOn = trouble === 'busy' && retryAfterSec <= WAIT_MOST_SEC && waits < WAITS_MOST;
        await repo.keepTrouble(accountId, run, { trouble, state: waitsOn ? 'reading' : 'failed' });
        const again: SyncRun = { tenantId, accountId, run, waits: waits + 1 };
        if (waitsOn) await tx.enqueue(SYNC_TASK, again, { afterMs: retryAfterSec * 1_000 });
        return false;
      }
      const count = reading.found.length + asked.numbers.length;
      const goesInCircles = asked.next !== null && asked.next === reading.nextPage;
      if (count > SYNC_MOST || goesInCircles) {
        await repo.keepTrouble(accountId, run, {
          trouble: goesInCircles ? 'notUnderstood' : 'tooMany',
          state: 'failed',
        });
        return false;
      }
      await repo.keepPage(accountId, run, reading.nextPage, asked);
      return asked.next !== null;
    });
  }

  return {
    task: SYNC_TASK,
    waits: true,
    async run(payload: SyncRun) {
      for (let pages = 0; pages < PAGES_MOST; pages += 1) if (!(await step(payload))) return;
      await db.tenant({ tenantId: payload.tenantId }, (tx) =>
        carriersRepo(tx).keepTrouble(payload.accountId, payload.run, { trouble: 'notUnderstood', state: 'failed' }),
      );
    },
  };
}
