import { callersOfGroups } from '#features/voice/call-records/server/index.ts';
import { callersExpected } from '../core/callers-expected.ts';
import type { TenantEngineParts } from './tenant-state.ts';
import type { ExpectedCallers } from './callers.ts';

const DAYS = 7;
const [MINUTE_MS, QUARTER_MS, DAY_MS] = [60_000, 900_000, 86_400_000];

export function openCallers({
  tenantId,
  db,
  clock,
  log,
}: Pick<TenantEngineParts, 'tenantId' | 'db' | 'clock' | 'log'>): ExpectedCallers {
  let lookAtMs = Number.NEGATIVE_INFINITY;
  let expected = new Map<number, number>();
  return {
    async look(line) {
      if (clock.monotonicMs() < lookAtMs || !line) return;
      if (![...line.serving().values()].some(({ groups }) => groups.length > 0)) return;
      lookAtMs = clock.monotonicMs() + MINUTE_MS;
      const nowMs = clock.nowMs();
      // The same half hour is around this very minute: what came before it, and what is about to come.
      const days = Array.from({ length: DAYS }, (_, n) => nowMs - (n + 1) * DAY_MS);
      const spans = [
        { fromMs: nowMs - QUARTER_MS, toMs: nowMs },
        ...days.map((atMs) => ({ fromMs: atMs - QUARTER_MS, toMs: atMs + QUARTER_MS })),
      ];
      try {
        const came = await db.tenant({ tenantId }, (tx) => callersOfGroups(tx, spans));
        expected = new Map(
          [...came].map(([groupId, [lastQuarter = 0, ...sameHalfHour]]) => [
            groupId,
            callersExpected({ sameHalfHour, lastQuarter }),
          ]),
        );
      } catch (problem) {
        log.warn({ err: problem, tenantId }, 'who is expected to call could not be looked up');
      }
    },
    perSecond: (groupId) => ((expected.get(groupId) ?? 0) * 1_000) / QUARTER_MS,
  };
}
