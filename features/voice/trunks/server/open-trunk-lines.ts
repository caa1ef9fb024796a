import { coalesce, coalesceEach } from '#core/coalesce.ts';
import { sipCarrier } from '#core/trunk/carrier-words.ts';
import type { TrunkFault } from '#core/trunk/trunk-state.ts';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { Homes } from '#platform/server/homes/homes.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import type { SipTrunkState } from '../contract.ts';
import { lineSettings } from './line-settings.ts';
import { claimOfTrunk, openNumberOwner, type NumberOwner } from './number-claims.ts';
import { closedState, shownState } from './shown-state.ts';
import { sipTrunksRepo, tenantsWithTrunks, type SipTrunkRow } from './sip-trunks.repo.ts';
import { SIP_TRUNK_TEST_CHANNEL, SIP_TRUNKS_CHANNEL, pushTrunk, type TestOrder } from './trunk-news.ts';
import { openTrunkSeals, type TrunkSeals } from './trunk-seals.ts';
import { endLeftTests, runTrunkTest } from './trunk-test.ts';
import type { TrunkLines } from './trunk-lines.ts';

interface KeptTrunk {
  id: number;
  version: number;
  settings: SipTrunkRow['settings'];
  /** Why it could not be opened. */
  failed: TrunkFault | null;
  /** As its row was told it last. */
  stateText: string;
}

const LOOK_EVERY_MS = 1_000;
/** What could not be opened is tried again: whoever had the port may be gone. */
const RETRY_MS = 30_000;

function stateOf(trunks: Pick<World['trunks'], 'state'>, { id, settings, failed }: KeptTrunk): SipTrunkState {
  const state = trunks.state(sipCarrier(id));
  return state && !failed ? shownState(state) : closedState(failed ? 'failed' : 'opening', settings.gateways, failed);
}

export function openTrunkLines(
  { db, clock, log, trunks }: Pick<World, 'db' | 'clock' | 'log' | 'trunks'>,
  homes: Pick<Homes, 'find'>,
): TrunkLines {
  const seals = openTrunkSeals(openTenantSecrets(db));
  const owner = openNumberOwner(db);
  const kept = new Map<number, Map<number, KeptTrunk>>();
  const stops: (() => void)[] = [];
  const report = (problem: unknown): void => {
    if (!(problem instanceof LeaseLost) && !isUnavailable(problem)) log.error({ err: problem }, 'bug: in SIP trunks');
  };

  /** Opens, changes and closes until it is as the rows say. */
  async function obey(tenantId: number): Promise<void> {
    const tenant = kept.get(tenantId);
    if (!tenant) return;
    const rows = await db.tenant({ tenantId }, (tx) => sipTrunksRepo(tx).all());
    const wanted = new Map(rows.filter(({ enabled }) => enabled).map((row) => [row.id, row]));
    for (const id of tenant.keys()) {
      if (wanted.has(id)) continue;
      tenant.delete(id);
      await trunks.take(sipCarrier(id), 'goOn');
    }
    for (const row of wanted.values()) {
      if (kept.get(tenantId) !== tenant) return;
      const failed = await openLine({ clock, log, trunks, seals, owner, report }, tenantId, row);
      const stateText = JSON.stringify(row.state);
      tenant.set(row.id, { id: row.id, version: row.version, settings: row.settings, failed, stateText });
    }
    await look();
  }
  /** Tenants whose rows could not be read or whose trunks not be changed: what was said of them is still to be obeyed. */
  const owed = new Set<number>();
  const obeyed = coalesceEach(async (tenantId: number) => {
    owed.delete(tenantId);
    await obey(tenantId).catch((problem: unknown) => {
      owed.add(tenantId);
      throw problem;
    });
  });

  /** What changed since it was last told is written down and told to pages. */
  const look = coalesce(async () => {
    for (const [tenantId, tenant] of kept) {
      const news = [...tenant.values()].flatMap((trunk) => {
        const state = stateOf(trunks, trunk);
        const stateText = JSON.stringify(state);
        return stateText === trunk.stateText ? [] : [{ trunk, state, stateText: stateText }];
      });
      if (news.length === 0) continue;
      await db
        .tenant({ tenantId }, async (tx) => {
          for (const { trunk, state } of news) {
            await sipTrunksRepo(tx).setState(trunk.id, trunk.version, state);
            const row = await sipTrunksRepo(tx).find(trunk.id);
            if (row?.version === trunk.version) await pushTrunk(tx, { id: trunk.id, state, test: row.test });
          }
        })
        .then(() => news.forEach(({ trunk, stateText }) => (trunk.stateText = stateText)), report);
    }
  });

  function retryFailed(): void {
    const dueMs = clock.nowMs() - RETRY_MS;
    for (const [tenantId, all] of kept)
      if (owed.has(tenantId) || [...all.values()].some(({ failed }) => failed !== null && failed.atMs < dueMs))
        obeyed.ask(tenantId).catch(report);
  }

  /** An empty payload: something was missed, so all may have changed. The first trunk of a tenant gives it a home. */
  async function changed(payload: string): Promise<void> {
    for (const tenantId of payload === '' ? [...kept.keys()] : [Number(payload)]) {
      if (!kept.has(tenantId)) await homes.find(tenantId);
      await obeyed.ask(tenantId).catch(report);
    }
  }

  async function test(payload: string): Promise<void> {
    if (payload === '') return;
    const order = JSON.parse(payload) as TestOrder;
    const trunk = kept.get(order.tenantId)?.get(order.id);
    if (trunk) await runTrunkTest({ db, clock, trunks, stateOf: () => stateOf(trunks, trunk) }, order);
  }

  return {
    async moveIn(tenantId) {
      kept.set(tenantId, new Map());
      await db.tenant({ tenantId }, endLeftTests);
      await obeyed.ask(tenantId);
    },
    async moveOut(tenantId) {
      const tenant = kept.get(tenantId);
      kept.delete(tenantId);
      await obeyed.ask(tenantId);
      await Promise.all([...(tenant?.keys() ?? [])].map((id) => trunks.take(sipCarrier(id), 'end')));
    },
    leftBehind: () => tenantsWithTrunks(db),
    async start() {
      const looking = setInterval(() => {
        look().catch(report);
        retryFailed();
      }, LOOK_EVERY_MS);
      stops.push(
        () => clearInterval(looking),
        await db.listen(SIP_TRUNKS_CHANNEL, (tenantId) => void changed(tenantId).catch(report)),
        await db.listen(SIP_TRUNK_TEST_CHANNEL, (order) => void test(order).catch(report)),
      );
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
      // All at once: each may wait a second for its carrier to say goodbye.
      await Promise.all([...kept.keys()].map((tenantId) => this.moveOut(tenantId).catch(report)));
      await obeyed.settled();
    },
  };
}

interface OpeningParts extends Pick<World, 'clock' | 'log' | 'trunks'> {
  seals: TrunkSeals;
  owner: NumberOwner;
  report(problem: unknown): void;
}

/** Null, or why it could not be opened. */
async function openLine(
  { clock, log, trunks, seals, owner, report }: OpeningParts,
  tenantId: number,
  { id, settings, sealed, claimsSinceMs }: SipTrunkRow,
): Promise<TrunkFault | null> {
  try {
    await trunks.put(sipCarrier(id), lineSettings(settings, await seals.open(tenantId, sealed)), {
      mayBePrivate: false,
      tenantId,
      claimOf: (number) => claimOfTrunk(owner, { tenantId, sinceMs: claimsSinceMs }, number),
    });
    return null;
  } catch (problem) {
    const code = (problem as NodeJS.ErrnoException).code;
    // A port somebody else has is nobody's mistake in the program.
    if (code === undefined) report(problem);
    else log.warn({ err: problem }, 'SIP trunks cannot be opened');
    return { what: 'noPorts', detail: code ?? '', atMs: clock.nowMs() };
  }
}
