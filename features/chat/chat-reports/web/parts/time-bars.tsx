import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { ChatFiguresAt, Report } from '../../contract.ts';

/** More words than this below the bars would run into one another. */
const LABELS_MOST = 8;

/** How many conversations began when; the part we left unanswered stands out. */
export function TimeBars({
  step,
  times,
  zone,
  onOpen,
}: Pick<Report, 'step' | 'times'> & { zone: string; onOpen: (time: ChatFiguresAt, name: string) => void }) {
  const t = useText();
  const format = useFormat();
  const language = document.documentElement.lang || 'en-US';
  const most = Math.max(1, ...times.map(({ begun }) => begun));
  const short = new Intl.DateTimeFormat(
    language,
    step === 'hour'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }
      : { month: 'numeric', day: 'numeric', timeZone: zone },
  );
  const every = Math.ceil(times.length / LABELS_MOST);
  return (
    <div className="report-bars" data-many={times.length > 62 || undefined}>
      {times.map((time, place) => {
        const name = step === 'hour' ? format.time(time.start) : format.date(time.start);
        const label = t('chat-reports.bar', { time: name, count: format.number(time.begun) });
        return (
          <button
            key={time.start}
            type="button"
            disabled={time.begun === 0}
            aria-label={label}
            data-hint={label}
            onClick={() => onOpen(time, name)}
          >
            <span className="report-bar" style={{ height: `${(time.begun / most) * 100}%` }}>
              <i style={{ height: `${time.begun === 0 ? 0 : (time.unanswered / time.begun) * 100}%` }} />
            </span>
            {/* Drawn by the style: as words of the button they would be missing in its name. */}
            <small aria-hidden data-axis={place % every === 0 ? short.format(fromWire(time.start)) : ''} />
          </button>
        );
      })}
    </div>
  );
}
