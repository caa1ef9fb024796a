import { setImmediate } from 'node:timers/promises';
import { FlowCase } from '#core/flow/case.ts';
import { usualAnswers, type CaseAnswers } from '#core/flow/case-table.ts';
import type { Flow } from '#core/flow/flow.ts';
import { maskNamesIn } from '#core/privacy/name-mask.ts';
import { playCase } from '../core/play-case.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { CASES_PLAYED, type CaseResult } from '../contract.ts';
import { casesRepo, type KeptCase } from './cases.repo.ts';
import { chosenCaller } from './known-caller.ts';
import { publishedFlow } from './published.ts';
import { referencesOf } from './references.ts';
import { versionOrDraft } from './version-handlers.ts';

export const PLAY_TASK = 'flows.playCases';
/** Calls go on while cases are played: after so long they get their turn. */
const TURN_MS = 8;
const PUSH_EVERY_MS = 500;
/** Flows that flows go on in; more than any real one reaches. */
const JUMPS_MOST = 50;

/** Plays every kept conversation of a flow; a run that is played again after a crash begins anew. */
export const playCasesJob = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: PLAY_TASK,
  async run({ tenantId, runId }: { tenantId: number; runId: number }) {
    const ready = await db.tenant({ tenantId }, async (tx) => {
      const repo = casesRepo(tx);
      const run = await repo.run(runId);
      if (!run || run.state !== 'running') return null;
      const flow = await versionOrDraft(tx, run.flowId, run.version ?? 'draft');
      const cases = await Promise.all((await repo.all(run.flowId)).map((one) => withCustomer(db, tx, one)));
      return { run, flow, cases, answers: await answersOf(tx, flow) };
    });
    if (!ready) return;
    const {
      run: { flowId },
      flow,
      cases,
      answers,
    } = ready;
    const pushProgress = (tx: TenantTx, results: readonly CaseResult[]) =>
      tx.push({
        kind: CASES_PLAYED,
        body: {
          flowId,
          runId,
          done: results.length,
          passed: results.filter(({ passed }) => passed).length,
          total: cases.length,
        },
        access: 'flows.view',
      });

    const results: CaseResult[] = [];
    let [turnMs, pushedMs] = [clock.nowMs(), clock.nowMs()];
    for (const one of cases) {
      results.push(resultOf(flow, one, answers));
      if (clock.nowMs() - turnMs < TURN_MS) continue;
      await setImmediate();
      turnMs = clock.nowMs();
      if (turnMs - pushedMs < PUSH_EVERY_MS) continue;
      pushedMs = turnMs;
      const goesOn = await db.tenant({ tenantId }, async (tx) => {
        await pushProgress(tx, results);
        return casesRepo(tx).progress(runId, results.length, results.filter(({ passed }) => passed).length);
      });
      if (!goesOn) return;
    }
    await db.tenant({ tenantId }, async (tx) => {
      await casesRepo(tx).end(runId, flowId, results);
      await pushProgress(tx, results);
    });
  },
});

/**
 * A case with what is known of the customer it names. Anybody who may see flows sees how cases went, so that a flow is told no more of
 * them than people who see stars may know. One who is gone is nobody.
 */
async function withCustomer(db: Db, tx: TenantTx, one: KeptCase): Promise<KeptCase> {
  const { customerId } = one.content.caller ?? {};
  const known = customerId === undefined ? null : await chosenCaller(db, tx, customerId, { needsMasking: true });
  if (!known) return one;
  const { caller } = one.content;
  const fields = { ...known.fields, ...caller.fields };
  const tagIds = caller.tagIds?.length ? caller.tagIds : [...known.tagIds];
  return { ...one, content: { ...one.content, caller: { ...caller, fields, tagIds } } };
}

function resultOf(flow: Flow, { caseId, content }: KeptCase, answers: CaseAnswers): CaseResult {
  // Kept by an older version, perhaps: what is missing gets its default. One that cannot be read any more fails alone.
  const read = FlowCase.safeParse(content);
  if (!read.success) return { caseId, name: content.name, passed: false, failures: [], unused: [] };
  const { passed, failures, unused } = playCase(flow, read.data, answers, () => performance.now());
  return {
    caseId,
    name: content.name,
    passed,
    failures: failures.map(({ at, expectation, found }) => ({
      at,
      expectation: { ...expectation },
      found: unnamed(found, read.data),
    })),
    unused: [...unused],
  };
}

/** What there was instead, without the name of the customer it was played with: who sees flows need not know them. */
function unnamed<Found>(
  found: Found | readonly string[],
  { caller: { customerId, fields } }: FlowCase,
): Found | string[] {
  const names = NAMES.map((key) => String(fields[key] ?? ''));
  const hide = (text: string): string => (customerId === undefined ? text : maskNamesIn(text, names));
  return Array.isArray(found)
    ? found.map(hide)
    : typeof found === 'string'
      ? (hide(found) as Found & string)
      : (found as Found);
}
const NAMES = ['full_name', 'first_name', 'last_name'] as const;

/** Flows it goes on in are what callers hear of them; the rest is as usual. */
export async function answersOf(tx: TenantTx, flow: Flow): Promise<CaseAnswers> {
  const known = new Map<number, { flow: Flow; name: string }>();
  const waiting = [flow];
  for (let next = waiting.pop(); next && known.size < JUMPS_MOST; next = waiting.pop()) {
    for (const { kind, id } of referencesOf(next)) {
      if (kind !== 'flow' || known.has(id)) continue;
      const found = await publishedFlow(tx, id);
      if (!found) continue;
      known.set(id, found);
      waiting.push(found.flow);
    }
  }
  return (ask) => {
    const jumped = ask.what === 'flow' ? known.get(ask.flowId) : undefined;
    return jumped ? { ok: true, what: 'flow', flow: jumped.flow, name: jumped.name } : usualAnswers(ask);
  };
}
