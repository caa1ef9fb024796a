import { hasTerms } from '#core/search/search-terms.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { Tone } from '#shared/codes.ts';
import type { MonitorCall } from '../../contract.ts';
import type { MonitorView } from '../monitor-session.ts';
import { CallActions } from './call-actions.tsx';
import { Since } from './clock.tsx';
import { CallCustomer } from './call-customer.tsx';
import { LiveTable } from './live-table.tsx';
import { Quality } from './quality.tsx';

const ways = { inbound: callIcons.in, outbound: callIcons.out, internal: callIcons.internal };
const tones: Partial<Record<MonitorCall['state'], Tone>> = {
  talking: 'blue',
  queued: 'warning',
  dialing: 'violet',
  menu: 'violet',
  voicemail: 'grey',
  surveying: 'grey',
};

/** Calls that go on, the oldest first. */
export function CallsTab({ view, groupId, word }: { view: MonitorView; groupId: number | null; word: string }) {
  const t = useText();
  const digits = word.replaceAll(/\D/g, '');
  const calls = [...view.calls.values()]
    .filter(
      (call) =>
        (groupId === null || call.groupId === groupId) &&
        (hasTerms([call.customerName, ...call.agents.map(({ name }) => name)].join(' '), word) ||
          (digits !== '' && call.customerNumber.includes(digits))),
    )
    .sort((a, b) => a.startedMs - b.startedMs);
  const names = ({ agents }: MonitorCall) => agents.map(({ name }) => name).join(', ');
  const columns: Column<MonitorCall>[] = [
    {
      id: 'customer',
      header: t('monitoring.column.customer'),
      width: 190,
      cell: (call) => {
        const { icon: Icon } = ways[call.direction];
        return (
          <span className="monitor-way">
            <Icon size={15} aria-label={t(`monitoring.direction.${call.direction}`)} />
            <CallCustomer call={call} />
          </span>
        );
      },
    },
    {
      id: 'state',
      header: t('monitoring.column.state'),
      width: 130,
      cell: ({ state, held }) => (
        <Badge tone={held ? 'warning' : tones[state]} look="dot">
          {t(held ? 'monitoring.state.held' : `monitoring.state.${state}`)}
        </Badge>
      ),
    },
    {
      id: 'time',
      header: t('monitoring.column.time'),
      width: 90,
      cell: ({ answeredMs, startedMs }) => <Since at={answeredMs ?? startedMs} offsetMs={view.offsetMs} />,
    },
    { id: 'agent', header: t('monitoring.column.agent'), cell: (call) => names(call) || '–' },
    {
      id: 'group',
      header: t('monitoring.column.group'),
      cell: ({ groupId: id }) => (id === null ? '–' : (view.groups.get(id)?.name ?? '–')),
    },
    {
      id: 'ourNumber',
      header: t('monitoring.column.ourNumber'),
      cell: ({ ourNumber, direction }) => (direction === 'internal' ? '–' : spokenNumber(ourNumber)),
    },
    { id: 'quality', header: t('monitoring.column.quality'), width: 80, cell: ({ mos }) => <Quality mos={mos} /> },
    {
      id: 'supervisors',
      header: t('monitoring.column.supervisors'),
      cell: ({ supervisors }) =>
        supervisors.map(({ name, mode }) => `${name} (${t(`monitoring.part.${mode}`)})`).join(', ') || '–',
    },
    {
      id: 'actions',
      header: t('monitoring.column.actions'),
      width: 170,
      cell: (call) => <CallActions call={call} name={names(call)} />,
    },
  ];
  return (
    <LiveTable
      label={t('monitoring.tab.calls')}
      columns={columns}
      rows={calls}
      rowId={({ callId }) => callId}
      sort={null}
      onSort={() => {}}
      hasActions
      empty={<EmptyState title={t('monitoring.noCalls')} />}
    />
  );
}
