import { sql } from 'kysely';
import { sipCarrier } from '#core/trunk/carrier-words.ts';
import type { TrunkState } from '#core/trunk/trunk-state.ts';
import type { TrunkTrouble } from '#core/trunk/trunk-words.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { trunkTestSteps, type SipTrunkState, type SipTrunkTest } from '../contract.ts';
import { sipTrunksRepo } from './sip-trunks.repo.ts';
import { pushTrunk, type TestOrder } from './trunk-news.ts';

type Step = SipTrunkTest['steps'][number];

/** A test nobody has begun with. */
export const newTest = (testId: string, startedMs: number): SipTrunkTest => ({
  testId,
  startedAt: toWireTime(startedMs),
  isOver: false,
  steps: trunkTestSteps.map((step) => ({ step, outcome: 'waiting', detail: '', ms: null, trouble: null })),
});

/** What a process that is gone had begun with is over. */
export async function endLeftTests(tx: TenantTx): Promise<void> {
  for (const { id, test } of await sipTrunksRepo(tx).all())
    if (test && !test.isOver) await sipTrunksRepo(tx).setTest(id, endedTest(test));
}

const endedTest = (test: SipTrunkTest): SipTrunkTest => ({
  ...test,
  isOver: true,
  steps: test.steps.map((step) =>
    step.outcome === 'waiting' || step.outcome === 'running' ? { ...step, outcome: 'skipped' } : step,
  ),
});

interface TestPlace extends Pick<World, 'db' | 'clock'> {
  trunks: Trunks;
  stateOf(): SipTrunkState;
}

type Found = Partial<Omit<Step, 'step'>> & Pick<Step, 'outcome'>;

/** Tries a trunk step by step, and tells pages what was found. */
export async function runTrunkTest(place: TestPlace, { tenantId, id, testId, number }: TestOrder): Promise<void> {
  const { db, clock, trunks } = place;
  const carrier = sipCarrier(id);
  let test = newTest(testId, clock.nowMs());

  async function publish(): Promise<void> {
    await db.tenant({ tenantId }, async (tx) => {
      await sipTrunksRepo(tx).setTest(id, test);
      await pushTrunk(tx, { id, state: place.stateOf(), test });
    });
  }
  const put = (step: Step['step'], found: Found): void => {
    test = { ...test, steps: test.steps.map((one) => (one.step === step ? { ...one, ...found } : one)) };
  };
  async function step(name: Step['step'], work: () => Promise<Found>): Promise<void> {
    put(name, { outcome: 'running' });
    await publish();
    const startedMs = clock.monotonicMs();
    const found = await work();
    put(name, { ms: found.outcome === 'skipped' ? null : Math.round(clock.monotonicMs() - startedMs), ...found });
  }
  const now = (): TrunkState | null => trunks.state(carrier);

  await step('names', async () => {
    await trunks.find(carrier);
    const addresses = now()?.gateways.flatMap((gateway) => gateway.addresses) ?? [];
    return addresses.length > 0
      ? { outcome: 'ok', detail: [...new Set(addresses)].join(', ') }
      : { outcome: 'failed', trouble: now()?.lastFault?.what ?? 'nameUnknown', detail: now()?.lastFault?.detail ?? '' };
  });
  await step('registration', async () => {
    if ((now()?.registration.at ?? 'off') === 'off') return { outcome: 'skipped' };
    await trunks.register(carrier);
    const state = now();
    if (state?.registration.at === 'registered') return { outcome: 'ok' };
    return {
      outcome: 'failed',
      trouble: state?.lastFault?.what ?? 'unreachable',
      detail: state?.lastFault?.detail ?? '',
    };
  });
  await step('options', async () => {
    await trunks.check(carrier);
    const up = now()?.gateways.filter(({ at }) => at === 'up') ?? [];
    if (up.length === 0) return { outcome: 'failed', trouble: 'unreachable' };
    return { outcome: 'ok', detail: up.map(({ server }) => server.host).join(', '), ms: up[0]!.roundTripMs };
  });
  await step('call', async () => {
    if (number === '') return { outcome: 'skipped' };
    const tried = await trunks.tryCall(carrier, { to: number.replace(/\D/g, ''), from: await ownNumber(db, tenantId) });
    if (tried.at !== 'refused') return { outcome: tried.at === 'unanswered' ? 'failed' : 'ok', detail: tried.at };
    return { outcome: 'failed', detail: String(tried.status), trouble: troubleOf(tried.status) };
  });
  test = { ...test, isOver: true };
  await publish();
}

const troubleOf = (status: number): TrunkTrouble =>
  status === 401 || status === 407
    ? 'wrongPassword'
    : status === 403
      ? 'forbidden'
      : status === 408 || status === 503
        ? 'unreachable'
        : status === 488
          ? 'noCommonSound'
          : 'refused';

/** A number of the tenant that called people see; empty where it has none. */
async function ownNumber(db: World['db'], tenantId: number): Promise<string> {
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ number: string }>`select number from ${numberRows} d where enabled order by id limit 1`.execute(tx.as()),
  );
  return rows[0]?.number ?? '';
}
