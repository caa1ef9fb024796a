import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { recordsBehind } from '../../core/records-behind.ts';
import type { StatCut, StatFilter, StatReport } from '../../contract.ts';
import { useMayOpenCalls } from '../may-open-calls.ts';
import { writeFigure } from '../write-figure.ts';
import { Was } from './growth.tsx';

/** More would push what they are made of below the fold. */
const TILES_MOST = 8;

/** The first figures of a report, all rows together. */
export function ReportTiles({ data, filter, by }: { data: StatReport; filter: StatFilter; by: StatCut }) {
  const t = useText();
  const format = useFormat();
  const mayOpen = useMayOpenCalls();
  return (
    <FigureTiles>
      {data.columns.slice(0, TILES_MOST).map((name) => {
        const value = data.total[name];
        return (
          <FigureTile
            key={name}
            title={t(`statistics.figure.${name}`)}
            hint={t(`statistics.meaning.${name}`)}
            value={writeFigure(name, value, format)}
            note={data.earlier && <Was name={name} now={value} before={data.earlier[name]} />}
            to={mayOpen && value ? (recordsBehind(filter, by, null, name) ?? undefined) : undefined}
          />
        );
      })}
    </FigureTiles>
  );
}
