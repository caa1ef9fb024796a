import { spokenNumber } from '#core/phone/spoken-number.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { DidNumber, NumberGoal } from '../../contract.ts';

/** What leads callers of a number, by what it says itself. */
export function goalKindOf({ inboundConfig, groupId, flowId, menu }: DidNumber): NumberGoal {
  if (inboundConfig === InboundConfig.ivr && flowId !== null) return 'flow';
  if (inboundConfig === InboundConfig.ivr && menu !== null) return 'menu';
  return groupId === null ? 'nowhere' : 'group';
}

export function useNumberColumns(): Column<DidNumber>[] {
  const t = useText();
  const goal = (number: DidNumber) => {
    const kind = goalKindOf(number);
    if (kind === 'nowhere') return <Badge tone="red">{t('did-numbers.goalKind.nowhere')}</Badge>;
    if (kind === 'menu') return t('did-numbers.goalKind.menu');
    return (
      <span>
        {t(kind === 'group' ? 'did-numbers.toGroup' : 'did-numbers.toFlow')}{' '}
        <b>{kind === 'group' ? number.groupName : number.flowName}</b>
      </span>
    );
  };
  return [
    {
      id: 'number',
      header: t('did-numbers.column.number'),
      required: true,
      card: 'title',
      width: 190,
      cell: ({ number, countryIso2 }) => (
        <span className="figures">
          <NamedFlag iso2={countryIso2} /> {spokenNumber(number)}
        </span>
      ),
    },
    { id: 'remark', header: t('did-numbers.column.remark'), width: 180, cell: ({ remark }) => remark },
    { id: 'goal', header: t('did-numbers.column.goal'), width: 200, cell: goal },
    {
      id: 'state',
      header: t('did-numbers.state'),
      width: 120,
      cell: ({ enabled }) => (
        <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
          {t(enabled ? 'did-numbers.on' : 'did-numbers.off')}
        </Badge>
      ),
    },
    {
      id: 'hours',
      header: t('did-numbers.hours'),
      width: 160,
      wide: true,
      card: 'none',
      cell: ({ calendarName }) => calendarName || t('did-numbers.hoursOfGroups'),
    },
    {
      id: 'account',
      header: t('did-numbers.account'),
      width: 140,
      wide: true,
      card: 'none',
      cell: ({ accountName }) => accountName || '–',
    },
  ];
}
