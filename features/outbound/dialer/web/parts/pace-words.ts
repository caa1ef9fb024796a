import type { Format } from '#platform/web/format.ts';
import type { useText } from '#platform/web/i18n.ts';
import type { DialerNow, DialerTaskDetail, DialerWhy } from '../../contract.ts';

type Text = ReturnType<typeof useText>;

/** What has nothing to do with pacing is said in its place. */
const fromOutside: ReadonlySet<NonNullable<DialerNow['limit']>> = new Set([
  'refused',
  'paused',
  'machine',
  'oldList',
  'teamLimit',
]);

/** Why a task dials so many and no more, in words: what keeps it, and then what it counts with. */
export function paceWords(
  { why, limit }: Pick<DialerNow, 'why' | 'limit'>,
  { ratio }: Pick<DialerTaskDetail, 'ratio'>,
  t: Text,
  format: Format,
): string[] {
  // What keeps it from calling at all is said first; it may know nothing else yet.
  if (!why) return limit === null ? [] : [t(`dialer.limit.${limit}`)];
  const outside = limit !== null && fromOutside.has(limit) ? t(`dialer.limit.${limit}`) : '';
  return [outside || mainReason(why, ratio, t, format), ...countedWith(why, t, format)];
}

function mainReason(why: DialerWhy, ratio: number, t: Text, format: Format): string {
  switch (why.limit) {
    case 'ratio':
      return t('dialer.why.ratio', { ratio, free: why.free, ringing: why.ringing });
    case 'risk':
      return t('dialer.why.risk', {
        risk: format.percent(why.risk, 1),
        allowed: format.percent(why.riskAllowed, 1),
        ringing: why.ringing,
      });
    case 'allowance':
      return t('dialer.why.allowance', { left: Math.max(0, Math.floor(why.allowanceLeft)) });
    case 'agents':
    case 'lines':
    case 'starts':
    case 'customers':
      return t(`dialer.why.${why.limit}`);
  }
}

function countedWith(why: DialerWhy, t: Text, format: Format): string[] {
  const seconds = (ms: number): string => format.number(Math.round(ms / 1_000));
  return [
    t('dialer.counts.rate', { rate: format.percent(why.answerRate), ring: seconds(why.ringMs) }),
    t('dialer.counts.handling', { handling: seconds(why.handlingMs), count: why.handling }),
    why.ringing > 0
      ? t('dialer.counts.expected', {
          answers: format.number(why.expectedAnswers, 1),
          free: format.number(why.expectedFree, 1),
        })
      : '',
    why.callersPerQuarter > 0 ? t('dialer.counts.callers', { callers: format.number(why.callersPerQuarter, 1) }) : '',
    why.keptForInbound > 0 ? t('dialer.counts.kept', { count: why.keptForInbound }) : '',
    why.leaving > 0 ? t('dialer.counts.leaving', { count: why.leaving }) : '',
    why.inbound > 0 ? t('dialer.counts.inbound', { count: why.inbound }) : '',
  ].filter(Boolean);
}
