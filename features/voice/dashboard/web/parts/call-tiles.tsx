import type { ReactNode } from 'react';
import type { CallSort } from '#core/call/call-sorts.ts';
import {
  abandonRate,
  lateOf,
  meanHandlingSec,
  meanWaitSec,
  occupancy,
  promisedOf,
  serviceLevel,
  unansweredOf,
} from '#core/figures/call-figures.ts';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { Dashboard } from '../../contract.ts';

/** The figures of all calls together. What each one means is said when one points at it; those that are calls lead to them. */
export function CallTiles({
  total,
  callsOf,
}: {
  total: Dashboard['total'];
  callsOf: (sort: CallSort) => string | undefined;
}) {
  const t = useText();
  const format = useFormat();
  const share = (part: number, whole: number) => format.percent(whole === 0 ? null : part / whole);
  const perCall = (seconds: number) => duration(total.talked === 0 ? null : seconds / total.talked);
  const number = (
    name: 'ended' | 'answered' | 'unanswered' | 'abandoned' | 'late' | 'reached',
    value: number,
    note: ReactNode,
  ) => (
    <FigureTile
      title={t(`dashboard.figure.${name}`)}
      hint={t(`dashboard.hint.${name}`)}
      value={format.number(value)}
      note={note}
      to={value > 0 ? callsOf(name) : undefined}
    />
  );
  return (
    <FigureTiles>
      {number(
        'ended',
        total.ended,
        t('dashboard.split', {
          inbound: format.number(total.inbound),
          outbound: format.number(total.outbound),
          internal: format.number(total.internal),
        }),
      )}
      {number(
        'answered',
        total.answered,
        t('dashboard.shareOfInbound', { share: share(total.answered, total.inbound) }),
      )}
      {number(
        'unanswered',
        unansweredOf(total),
        t('dashboard.shareOfInbound', { share: share(unansweredOf(total), total.inbound) }),
      )}
      {number(
        'abandoned',
        total.abandoned,
        t('dashboard.shareOfInbound', { share: format.percent(abandonRate(total)) }),
      )}
      <FigureTile
        title={t('dashboard.figure.serviceLevel')}
        hint={t('dashboard.hint.serviceLevel')}
        value={format.percent(serviceLevel(total))}
        note={`${format.number(total.inTime)} / ${format.number(promisedOf(total))}`}
        to={total.inTime > 0 ? callsOf('inTime') : undefined}
      />
      {number('late', lateOf(total), t('dashboard.shareOfGroups', { share: share(lateOf(total), promisedOf(total)) }))}
      <FigureTile
        title={t('dashboard.figure.wait')}
        hint={t('dashboard.hint.wait')}
        value={duration(meanWaitSec(total))}
        note={t('dashboard.waits', {
          median: duration(total.medianWaitSec),
          ninetieth: duration(total.ninetiethWaitSec),
          longest: duration(total.inLine === 0 ? null : total.longestWaitSec),
        })}
        to={total.inLine > 0 ? callsOf('inLine') : undefined}
      />
      <FigureTile
        title={t('dashboard.figure.handling')}
        hint={t('dashboard.hint.handling')}
        value={duration(meanHandlingSec(total))}
        note={t('dashboard.handlingParts', {
          talk: perCall(total.talkSec),
          hold: perCall(total.holdSec),
          after: perCall(total.wrapUpSec),
        })}
        to={total.talked > 0 ? callsOf('talked') : undefined}
      />
      {number(
        'reached',
        total.reached,
        t('dashboard.shareOfOutbound', { share: share(total.reached, total.outbound) }),
      )}
      <FigureTile
        title={t('dashboard.figure.occupancy')}
        hint={t('dashboard.hint.occupancy')}
        value={format.percent(occupancy(total, total))}
        note={t('dashboard.readyAll', { time: duration(total.readySec) })}
        to={total.talked > 0 ? callsOf('talked') : undefined}
      />
    </FigureTiles>
  );
}
