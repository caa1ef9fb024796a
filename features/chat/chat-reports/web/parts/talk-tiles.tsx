import { ratingOf } from '../../core/report.ts';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { Report, talkSorts } from '../../contract.ts';

type Only = (typeof talkSorts)[number];
const spreads = ['wait', 'answer', 'handle'] as const;

/** The figures of all conversations together. What each one means is said when one points at it; those that are conversations open them. */
export function TalkTiles({ report: { total, promiseSec }, onOpen }: { report: Report; onOpen: (only: Only) => void }) {
  const t = useText();
  const format = useFormat();
  const due = total.answered + total.unanswered;
  const { rated, mean } = ratingOf(total.ratings);
  const shareOf = (part: number, all: number) =>
    all === 0 ? null : t('chat-reports.share', { share: format.percent(part / all) });
  return (
    <FigureTiles>
      <FigureTile
        title={t('chat-reports.figure.begun')}
        hint={t('chat-reports.hint.begun')}
        value={format.number(total.begun)}
        onOpen={() => onOpen('all')}
      />
      <FigureTile
        title={t('chat-reports.figure.answered')}
        hint={t('chat-reports.hint.answered')}
        value={format.number(total.answered)}
        note={shareOf(total.answered, total.begun)}
        onOpen={() => onOpen('answered')}
      />
      <FigureTile
        title={t('chat-reports.figure.unanswered')}
        hint={t('chat-reports.hint.unanswered')}
        value={format.number(total.unanswered)}
        note={shareOf(total.unanswered, total.begun)}
        onOpen={() => onOpen('unanswered')}
      />
      <FigureTile
        title={t('chat-reports.figure.kept')}
        hint={t('chat-reports.hint.kept', { time: duration(promiseSec) })}
        value={format.percent(due === 0 ? null : total.kept / due)}
        note={`${format.number(total.kept)} / ${format.number(due)}`}
        onOpen={() => onOpen('late')}
      />
      {spreads.map((name) => {
        const { medianSec, meanSec, ninetySec } = total[name];
        return (
          <FigureTile
            key={name}
            title={t(`chat-reports.figure.${name}`)}
            hint={t(`chat-reports.hint.${name}`)}
            value={<span data-hint={t('chat-reports.medianHint')}>{duration(medianSec)}</span>}
            note={t('chat-reports.median')}
          >
            <span data-hint={t('chat-reports.ninetyHint')}>
              {t('chat-reports.ninety')} <b>{duration(ninetySec)}</b>
            </span>
            <span>
              {t('chat-reports.mean')} <b>{duration(meanSec)}</b>
            </span>
          </FigureTile>
        );
      })}
      <FigureTile
        title={t('chat-reports.figure.transfers')}
        hint={t('chat-reports.hint.transfers')}
        value={format.number(total.transfers)}
        onOpen={() => onOpen('transferred')}
      />
      <FigureTile
        title={t('chat-reports.figure.rating')}
        hint={t('chat-reports.hint.rating')}
        value={format.number(mean, 1)}
        note={t('chat-reports.rated', { share: format.percent(total.begun === 0 ? null : rated / total.begun) })}
        onOpen={() => onOpen('rated')}
      >
        <Stars ratings={total.ratings} />
      </FigureTile>
    </FigureTiles>
  );
}

/** How many gave how many stars, the best first. */
function Stars({ ratings }: { ratings: readonly number[] }) {
  const t = useText();
  const format = useFormat();
  const most = Math.max(1, ...ratings);
  return (
    <span
      className="report-stars"
      role="img"
      aria-label={ratings
        .map((count, place) => t('chat-reports.stars', { stars: '★'.repeat(place + 1), count: format.number(count) }))
        .join(', ')}
    >
      {ratings
        .map((count, place) => ({ count, stars: place + 1 }))
        .reverse()
        .map(({ count, stars }) => (
          <span
            key={stars}
            data-hint={t('chat-reports.stars', { stars: '★'.repeat(stars), count: format.number(count) })}
          >
            <i style={{ height: `${Math.max(4, (count / most) * 100)}%` }} data-stars={stars} />
          </span>
        ))}
    </span>
  );
}
