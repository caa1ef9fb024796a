import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysRange } from '#core/calendar/day-range.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { statusTime, timelineOf, type StatusSpan } from './status-time.ts';

const at = (text: string): number => Date.parse(`2026-${text}Z`);
const span = (status: AgentStatus, from: string, to: string | null): StatusSpan => ({
  status,
  atMs: at(from),
  untilMs: to === null ? null : at(to),
});
const { available, eating, offline } = AgentStatus;

test('[dashboard] a status over midnight belongs to both days, each with its part', () => {
  const night = [
    span(available, '11-14T22:00', '11-15T02:00'),
    span(eating, '11-15T02:00', '11-15T02:30'),
    span(offline, '11-15T02:30', null),
  ];
  const nowMs = at('11-15T12:00');
  expect(statusTime(night, daysRange('2026-11-14', '2026-11-14', 'UTC'), nowMs)).toEqual({
    readySec: 7_200,
    awaySec: 0,
  });
  expect(statusTime(night, daysRange('2026-11-15', '2026-11-15', 'UTC'), nowMs)).toEqual({
    readySec: 7_200,
    awaySec: 1_800,
  });
  // It is one evening in Mexico.
  expect(statusTime(night, daysRange('2026-11-14', '2026-11-14', 'America/Mexico_City'), nowMs)).toEqual({
    readySec: 14_400,
    awaySec: 1_800,
  });
  const [first] = timelineOf(night, daysRange('2026-11-15', '2026-11-15', 'UTC'), nowMs);
  expect(first).toMatchObject({ status: available, from: 0, to: 2 / 24, cutBefore: true, cutAfter: false });
});

test('[dashboard] what holds is drawn until now and no further', () => {
  const range = daysRange('2026-11-15', '2026-11-15', 'UTC');
  expect(timelineOf([span(available, '11-15T06:00', null)], range, at('11-15T12:00'))).toMatchObject([
    { from: 0.25, to: 0.5, untilMs: null, cutAfter: false },
  ]);
  expect(timelineOf([span(available, '11-15T06:00', null)], range, at('11-16T12:00'))).toMatchObject([
    { from: 0.25, to: 1, cutAfter: true },
  ]);
  expect(timelineOf([span(available, '11-16T06:00', null)], range, at('11-16T12:00'))).toEqual([]);
});

test('[dashboard] a day of 25 hours has 25 hours of somebody who was there all the time', () => {
  const always = [span(available, '10-01T00:00', null)];
  const nowMs = at('12-01T00:00');
  expect(statusTime(always, daysRange('2026-11-01', '2026-11-01', 'America/New_York'), nowMs).readySec).toBe(
    25 * 3_600,
  );
  expect(statusTime(always, daysRange('2026-10-25', '2026-10-25', 'Europe/Berlin'), nowMs).readySec).toBe(25 * 3_600);
});

test('[dashboard] parts of a day never overlap and never leave it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(20_000_000), fc.constantFrom(available, eating, offline)), {
        minLength: 1,
        maxLength: 30,
      }),
      fc.nat(200_000_000),
      (steps, lasted) => {
        let ms = at('11-14T12:00');
        const spans = steps.map(([length, status], place): StatusSpan => ({
          status,
          atMs: ms,
          untilMs: place === steps.length - 1 ? null : (ms += length),
        }));
        const parts = timelineOf(spans, daysRange('2026-11-15', '2026-11-15', 'Asia/Kolkata'), ms + lasted);
        for (const [place, { from, to }] of parts.entries())
          expect(from >= (parts[place - 1]?.to ?? 0) && from < to && to <= 1).toBe(true);
      },
    ),
  );
});
