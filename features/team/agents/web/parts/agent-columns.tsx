import { Switch } from '@mantine/core';
import { tagOf } from '#core/skills/skill-tags.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { SeatKind } from '#shared/codes/seat-kind.ts';
import { rosterApi, type RosterAgent } from '../../contract/roster.ts';
import '../agents.css';

export function useAgentColumns(
  lines: readonly { id: number; name: string }[],
  mayEdit: boolean,
): Column<RosterAgent>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('agents.column.name'),
      required: true,
      card: 'title',
      width: 230,
      cell: ({ name, email }) => <PersonCell name={name} detail={email} />,
    },
    {
      id: 'sipNum',
      header: t('agents.column.sipNum'),
      width: 100,
      wide: true,
      cell: ({ sipNum }) => <span className="figures">{sipNum || '–'}</span>,
    },
    { id: 'state', header: t('agents.column.state'), width: 120, cell: (agent) => <State agent={agent} /> },
    { id: 'groups', header: t('agents.column.groups'), width: 180, cell: ({ groups }) => namesOf(groups) },
    {
      id: 'skills',
      header: t('agents.column.skills'),
      width: 160,
      hidden: true,
      cell: ({ skills }) => skills.map(tagOf).join(', ') || '–',
    },
    { id: 'seats', header: t('agents.column.seats'), width: 130, wide: true, cell: (agent) => <Seats agent={agent} /> },
    {
      id: 'device',
      header: t('agents.column.device'),
      width: 105,
      cell: ({ device }) => t(`agents.device.${device}`),
    },
    {
      id: 'line',
      header: t('agents.column.line'),
      width: 130,
      hidden: true,
      cell: ({ lineId }) => lines.find(({ id }) => id === lineId)?.name ?? '–',
    },
    {
      id: 'type',
      header: t('agents.column.type'),
      width: 170,
      hidden: true,
      cell: ({ agentType }) => codeLabel(AgentType, agentType),
    },
    {
      id: 'recordCalls',
      header: t('agents.column.recordCalls'),
      width: 110,
      wide: true,
      cell: (agent) => <RecordSwitch agent={agent} mayEdit={mayEdit} />,
    },
    {
      id: 'lastSeen',
      header: t('agents.column.lastSeen'),
      width: 120,
      wide: true,
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <time title={format.exact(lastSeenAt)}>{format.relative(lastSeenAt)}</time> : t('agents.never'),
    },
  ];
}

const namesOf = (groups: RosterAgent['groups']): string => groups.map(({ name }) => name).join(', ') || '–';

function State({ agent: { enabled, mayEnter, inCall } }: { agent: RosterAgent }) {
  const t = useText();
  if (!mayEnter)
    return (
      <Badge look="dot" tone="grey">
        {t('agents.shutOut')}
      </Badge>
    );
  if (inCall)
    return (
      <Badge look="dot" tone="blue">
        {t('agents.inCall')}
      </Badge>
    );
  return (
    <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
      {t(enabled ? 'agents.on' : 'agents.off')}
    </Badge>
  );
}

function Seats({ agent: { voiceSeat, textSeat } }: { agent: RosterAgent }) {
  const t = useText();
  if (!voiceSeat && !textSeat) return <em>{t('agents.seat.none')}</em>;
  return (
    <span className="agents-tags">
      {voiceSeat && <Badge look="tag">{codeLabel(SeatKind, SeatKind.voice)}</Badge>}
      {textSeat && <Badge look="tag">{codeLabel(SeatKind, SeatKind.text)}</Badge>}
    </span>
  );
}

function RecordSwitch({ agent: { userId, name, recordCalls }, mayEdit }: { agent: RosterAgent; mayEdit: boolean }) {
  const t = useText();
  const change = useCommand(rosterApi.recordSwitch, { invalidates: [rosterApi.page] });
  if (!mayEdit) return <>{t(recordCalls ? 'agents.file.yes' : 'agents.file.no')}</>;
  return (
    // A click here is not a click on the row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        size="sm"
        aria-label={t('agents.recordNamed', { name })}
        checked={change.isPending ? change.variables.recordCalls : recordCalls}
        onChange={(event) => change.mutate({ userId, recordCalls: event.currentTarget.checked })}
      />
    </span>
  );
}
