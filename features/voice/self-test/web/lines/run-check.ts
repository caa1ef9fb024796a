import { newLineCheck, type LineCheck, type LineCheckEffect } from '../../core/line-check.ts';
import { lineCheckMachine } from '../../core/line-check-machine.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import { call } from '#platform/web/call.ts';
import { pageTimer } from '#platform/web/timer.ts';
import { ECHO_NUMBER } from '#shared/call-headers.ts';
import { lineCheckApi, type CheckBegun, type LineResult } from '../../contract.ts';
import type { CheckParts } from '../check-parts.ts';

/** A check that goes on. */
export interface RunningCheck {
  current(): LineCheck;
  watch(watcher: (check: LineCheck) => void): () => void;
  /** Ends it at once; what was measured stays. */
  stop(): void;
  /** Resolves when it is done or stopped. */
  over: Promise<LineCheck>;
}

export interface CheckCall {
  number: string;
  /** The person hears what is said, on this device. */
  isHeard: boolean;
  sink: string | null;
}

const ECHO: CheckCall = { number: ECHO_NUMBER, isHeard: false, sink: null };
/** An entry of the quality report would be nobody's. */
const REPORT_SEC = 3_600;

/** Calls over every line, one after another. */
export function runCheck(
  { openPhone }: Pick<CheckParts, 'openPhone'>,
  { account, lines }: CheckBegun,
  { number, ...listening }: CheckCall = ECHO,
): RunningCheck {
  const phone = openPhone();
  let finish: (check: LineCheck) => void = () => {};
  const over = new Promise<LineCheck>((resolve) => (finish = resolve));

  const driven = driveTimed(lineCheckMachine, newLineCheck, perform, { after: pageTimer });

  function perform(effect: Performed<LineCheckEffect>): void {
    switch (effect.type) {
      case 'open': {
        // What the server says of the line meanwhile; the test does not wait for it.
        call(lineCheckApi.testing, { endPointId: effect.lineId }).catch(() => {});
        const { url } = lines.find(({ id }) => id === effect.lineId)!;
        return phone.open({ ...account, url, reportEverySec: REPORT_SEC });
      }
      case 'call':
        return phone.call(number, listening);
      case 'close':
        return phone.close();
      case 'finished':
        return settle();
    }
  }

  function settle(): void {
    driven.clearTimers();
    unhear();
    finish(driven.current());
  }

  const unhear = phone.onEvent((event) => driven.send(event));
  driven.send({ type: 'begun', lines: lines.map(({ id, name, current }) => ({ id, name, isCurrent: current })) });
  return {
    current: driven.current,
    watch: driven.watch,
    stop() {
      if (driven.current().at !== 'running') return;
      driven.send({ type: 'stopped' });
      settle();
    },
    over,
  };
}

/** What was found out of the lines that were heard, as it is kept. */
export const resultsOf = ({ lines }: LineCheck): LineResult[] =>
  lines.flatMap(({ id, at, score, why }) =>
    at === 'done' || at === 'failed'
      ? [
          {
            endPointId: id,
            mos: score?.mos ?? null,
            roundTripMs: score?.roundTripMs ?? null,
            jitterMs: score?.jitterMs ?? null,
            lossPercent: score?.lossPercent ?? null,
            error: score ? null : (why ?? 'silent'),
          },
        ]
      : [],
  );
