import { doings } from '../../core/agent-list.ts';
import type { Doing } from '../../core/status-counts.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';

/** How many do what; each number shows only those. */
export function DoingTiles({
  counts,
  chosen,
  onChoose,
}: {
  counts: Readonly<Record<Doing, number>>;
  chosen: Doing | null;
  onChoose: (doing: Doing | null) => void;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <div className="monitor-tiles">
      {doings.map((doing) => (
        <button
          key={doing}
          type="button"
          className="monitor-tile"
          data-doing={doing}
          aria-pressed={chosen === doing}
          onClick={() => onChoose(chosen === doing ? null : doing)}
        >
          <b>{format.number(counts[doing])}</b> <span>{t(`monitoring.doing.${doing}`)}</span>
        </button>
      ))}
    </div>
  );
}
