import { expect, test } from 'vitest';
import { chanceOf } from '#core/chance.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { demoShifts } from './demo.ts';

test.each(['America/Mexico_City', 'Europe/Amsterdam', 'Pacific/Kiritimati'])(
  '[dashboard] the demo’s agents in %s have a month of days behind them, one status at a time, and sit there no more',
  (timeZone) => {
    const nowMs = Date.UTC(2026, 10, 15, 17, 20);
    const spans = demoShifts({ timeZone, nowMs, chance: chanceOf(7) });
    expect(spans.length).toBeGreaterThan(150);
    for (const [place, { atMs, untilMs }] of spans.entries()) {
      expect(untilMs).toBe(spans[place + 1]?.atMs ?? null);
      if (untilMs !== null) expect(untilMs).toBeGreaterThan(atMs);
    }
    expect(spans.at(-1)).toMatchObject({ status: AgentStatus.offline, untilMs: null });
    expect(spans.at(-1)!.atMs).toBeLessThan(nowMs);
  },
);
