import { countryName } from '#platform/web/country.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import type { Route, Trunk } from '../../contract.ts';
import { TrunkUse } from './trunk-use.tsx';

/** Countries that are named in a row; of more their number is said. */
const NAMED = 3;

/** What a row tells of a route. */
export function useRouteColumns(trunks: readonly Trunk[]): Column<Route>[] {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const where = ({ countries }: Route): string => {
    if (countries.length === 0) return t('routes.everywhere');
    const names = countries.slice(0, NAMED).map((iso2) => countryName(iso2, language));
    return countries.length > NAMED
      ? t('routes.andMore', { names: names.join(', '), count: countries.length - NAMED })
      : format.list(names);
  };
  return [
    {
      id: 'name',
      header: t('routes.field.name'),
      required: true,
      card: 'title',
      // All columns stand beside the rail of a small screen: what tells one route from another shares a cell.
      cell: ({ name, type }) => (
        <span className="routes-lines">
          <b>{name}</b>
          <small>{codeLabel(RouteType, type)}</small>
        </span>
      ),
    },
    {
      id: 'countries',
      header: t('routes.field.countries'),
      width: 110,
      cell: (route) => (
        <span className="routes-lines">
          <span>{where(route)}</span>
          <RouteOpening route={route} />
        </span>
      ),
    },
    {
      id: 'trunks',
      header: t('routes.field.trunks'),
      width: 150,
      cell: (route) => <RouteTrunks route={route} trunks={trunks} />,
    },
    {
      id: 'numbers',
      header: t('routes.numbers'),
      width: 120,
      cell: ({ numbers, numberStrategy }) => (
        <span className="routes-lines">
          <span>{t('routes.numberCount', { count: numbers })}</span>
          <small>{t(`routes.numberStrategy.${numberStrategy}`)}</small>
        </span>
      ),
    },
    {
      id: 'groups',
      header: t('routes.field.groups'),
      width: 170,
      hidden: true,
      cell: ({ groups }) => (groups.length === 0 ? '–' : format.list(groups.map(({ name }) => name))),
    },
    {
      id: 'state',
      header: t('routes.field.state'),
      width: 80,
      cell: ({ enabled }) => (
        <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
          {t(enabled ? 'routes.on' : 'routes.off')}
        </Badge>
      ),
    },
  ];
}

/** When it is open, and whether it is now. */
function RouteOpening({ route: { hours, calendarName, isOpen } }: { route: Route }) {
  const t = useText();
  if (hours.kind === 'always') return <small>{t('routes.hours.always')}</small>;
  const name = hours.kind === 'calendar' ? calendarName : t('routes.hours.weekly');
  return (
    <small>
      {name} · {t(isOpen ? 'routes.openNow' : 'routes.closedNow')}
    </small>
  );
}

/** Its trunks in their order, each with its state and use. */
function RouteTrunks({ route: { trunks: taken, strategy }, trunks }: { route: Route; trunks: readonly Trunk[] }) {
  const t = useText();
  if (taken.length === 0) return <em>{t('routes.noTrunk')}</em>;
  return (
    <ol className="routes-trunks">
      {taken.map(({ trunkId, name, enabled, weight }) => {
        const trunk = trunks.find(({ id }) => id === trunkId);
        return (
          <li key={trunkId}>
            {name}
            {strategy === 'share' && <small className="figures"> × {weight}</small>}{' '}
            <small>{enabled && trunk ? <TrunkUse trunk={trunk} /> : !enabled && t('routes.off')}</small>
          </li>
        );
      })}
    </ol>
  );
}
