import { coalesce, coalesceEach } from '#core/coalesce.ts';
import { sipCarrier } from '#core/trunk/carrier-words.ts';
import type { TrunkFault } from '#core/trunk/trunk-state.ts';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { calledNumber } from '#features/voice/did-numbers/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import type { SipTrunkState } from '../contract.ts';
import { lineSettings } from './line-settings.ts';
import { closedState, shownState } from './shown-state.ts';
import { sipTrunksRepo, tenantsWithTrunks, type SipTrunkRow } from './sip-trunks.repo.ts';
import type { TrunkGuard } from './trunk-guard.ts';
import { SIP_TRUNK_TEST_SAID, SIP_TRUNKS_SAID, tellTrunk, type TestOrder } from './trunk-news.ts';
import { openTrunkSeals } from './trunk-seals.ts';
import { endLeftTests, runTrunkTest } from './trunk-test.ts';

/**
 * The trunks of the tenants that this process answers for: open as their rows say, and their rows say how they are.
 *
 * 1. Nobody but who was told to `begin` with a tenant opens its trunks; with `end` they close and their calls end.
 * 2. A change that is committed anywhere is obeyed here. Calls go on over what a trunk was.
 * 3. One that cannot be opened says why and keeps no other from opening.
 */
export interface TrunkLines {
  begin(tenantId: number, guard: TrunkGuard): Promise<void>;
  /** Somebody else answers for the tenant, or nobody. */
  end(tenantId: number): Promise<void>;
  /** Tenants with a trunk that is on, whoever keeps it: these want a process that answers for them. */
  leftBehind(): Promise<number[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface KeptTrunk {
  id: number;
  version: number;
  settings: SipTrunkRow['settings'];
  /** Why it could not be opened. */
  failed: TrunkFault | null;
  /** As its row was told it last. */
  told: string;
}

interface KeptTenant {
  guard: TrunkGuard;
  trunks: Map<number, KeptTrunk>;
}

const LOOK_EVERY_MS = 1_000;
/** What could not be opened is tried again: whoever had the port may be gone. */
const RETRY_MS = 30_000;

function stateOf(trunks: Pick<World['trunks'], 'state'>, { id, settings, failed }: KeptTrunk): SipTrunkState {
  const state = trunks.state(sipCarrier(id));
  return state && !failed ? shownState(state) : closedState(failed ? 'failed' : 'opening', settings.gateways, failed);
}

export function openTrunkLines({ db, clock, log, trunks }: Pick<World, 'db' | 'clock' | 'log' | 'trunks'>): TrunkLines {
  const seals = openTrunkSeals(openTenantSecrets(db));
  const kept = new Map<number, KeptTenant>();
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
    for (const id of tenant.trunks.keys()) {
      if (wanted.has(id)) continue;
      tenant.trunks.delete(id);
      await trunks.take(sipCarrier(id), 'goOn');
    }
    for (const row of wanted.values()) {
      if (kept.get(tenantId) !== tenant) return;
      const failed = await open(tenantId, row);
      const told = JSON.stringify(row.state);
      tenant.trunks.set(row.id, { id: row.id, version: row.version, settings: row.settings, failed, told });
    }
    await look();
  }
  const obeyed = coalesceEach(obey);

  async function open(tenantId: number, { id, settings, sealed }: SipTrunkRow): Promise<TrunkFault | null> {
    try {
      await trunks.put(sipCarrier(id), lineSettings(settings, await seals.open(tenantId, sealed)), {
        mayBePrivate: false,
        isFor: async (number) => (await calledNumber(db, number.replace(/\D/g, '')))?.tenantId === tenantId,
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

  /** What changed since it was last told is written down and told to pages. */
  const look = coalesce(async () => {
    for (const [tenantId, tenant] of kept) {
      const news = [...tenant.trunks.values()].flatMap((trunk) => {
        const state = stateOf(trunks, trunk);
        const told = JSON.stringify(state);
        return told === trunk.told ? [] : [{ trunk, state, told }];
      });
      if (news.length === 0) continue;
      await db
        .tenant({ tenantId }, async (tx) => {
          await tenant.guard.fence(tx);
          for (const { trunk, state } of news) {
            await sipTrunksRepo(tx).setState(trunk.id, trunk.version, state);
            const row = await sipTrunksRepo(tx).find(trunk.id);
            if (row?.version === trunk.version) await tellTrunk(tx, { id: trunk.id, state, test: row.test });
          }
        })
        .then(() => news.forEach(({ trunk, told }) => (trunk.told = told)), report);
    }
  });

  function retryFailed(): void {
    const dueMs = clock.nowMs() - RETRY_MS;
    for (const [tenantId, { trunks: all }] of kept)
      if ([...all.values()].some(({ failed }) => failed !== null && failed.atMs < dueMs))
        obeyed.ask(tenantId).catch(report);
  }

  async function test(order: TestOrder): Promise<void> {
    const tenant = kept.get(order.tenantId);
    const trunk = tenant?.trunks.get(order.id);
    if (tenant && trunk)
      await runTrunkTest({ db, clock, trunks, guard: tenant.guard, stateOf: () => stateOf(trunks, trunk) }, order);
  }

  return {
    async begin(tenantId, guard) {
      kept.set(tenantId, { guard, trunks: new Map() });
      await db.tenant({ tenantId }, async (tx) => {
        await guard.fence(tx);
        await endLeftTests(tx);
      });
      await obeyed.ask(tenantId);
    },
    async end(tenantId) {
      const tenant = kept.get(tenantId);
      kept.delete(tenantId);
      await obeyed.ask(tenantId);
      await Promise.all([...(tenant?.trunks.keys() ?? [])].map((id) => trunks.take(sipCarrier(id), 'end')));
    },
    leftBehind: () => tenantsWithTrunks(db),
    async start() {
      const looking = setInterval(() => {
        look().catch(report);
        retryFailed();
      }, LOOK_EVERY_MS);
      stops.push(
        () => clearInterval(looking),
        await db.listen(SIP_TRUNKS_SAID, (tenantId) => void obeyed.ask(Number(tenantId)).catch(report)),
        await db.listen(SIP_TRUNK_TEST_SAID, (order) => void test(JSON.parse(order) as TestOrder).catch(report)),
      );
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
      for (const tenantId of kept.keys()) await this.end(tenantId).catch(report);
      await obeyed.settled();
    },
  };
}
