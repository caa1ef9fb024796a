import { ActionIcon, Group, Switch } from '@mantine/core';
import { Coins, FlaskConical, Pencil, Siren, Trash2, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { TrunkDeeds } from '../use-trunk-deeds.ts';
import type { ListedTrunk } from '../use-trunk-rows.ts';
import { HealthLine } from './health-line.tsx';

export function useTrunkColumns(deeds: TrunkDeeds): Column<ListedTrunk>[] {
  const t = useText();
  return [
    {
      id: 'name',
      header: t('trunks.field.name'),
      required: true,
      card: 'title',
      width: 190,
      cell: (row) => <Named row={row} />,
    },
    { id: 'state', header: t('trunks.column.state'), required: true, cell: (row) => <Standing row={row} /> },
    { id: 'calls', header: t('trunks.column.calls'), width: 150, cell: (row) => <Use row={row} /> },
    {
      id: 'enabled',
      header: t('trunks.field.enabled'),
      width: 84,
      card: 'beside',
      cell: (row) => (
        <Switch
          aria-label={t('trunks.enabledNamed', { name: row.name })}
          checked={row.enabled}
          disabled={!deeds.maySet(row) || deeds.isSwitching}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => deeds.switchTo(row, event.currentTarget.checked)}
        />
      ),
    },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 204,
      align: 'end',
      cell: (row) => <Deeds row={row} deeds={deeds} />,
    },
  ];
}

function Named({ row: { name, kind, sip, held } }: { row: ListedTrunk }) {
  const t = useText();
  return (
    <span className="trunk-named">
      <b>{name}</b>
      <span className="trunk-marks">
        <Badge tone={kind === 'rehearsal' ? 'blue' : kind === 'unconnected' ? 'red' : 'grey'}>
          {t(`trunks.kind.${kind}`)}
        </Badge>
        {held?.emergency && <Badge tone="green">{t('trunks.emergency')}</Badge>}
        {sip && <small>{sip.domain}</small>}
      </span>
    </span>
  );
}

function Standing({ row: { kind, enabled, sip, lent } }: { row: ListedTrunk }) {
  const t = useText();
  if (sip) return <HealthLine state={sip.state} />;
  const [tone, key] = !enabled
    ? (['grey', 'trunks.says.off'] as const)
    : kind === 'rehearsal'
      ? (['blue', 'trunks.says.rehearsal'] as const)
      : kind === 'unconnected'
        ? (['red', 'trunks.says.unconnected'] as const)
        : lent && !lent.isUp
          ? (['red', 'trunks.says.lentDown'] as const)
          : (['green', 'trunks.says.lentUp'] as const);
  return (
    <span className="trunk-health">
      <Badge look="dot" tone={tone}>
        {t(key)}
      </Badge>
    </span>
  );
}

/** How many calls it carries now, and by which routes. */
function Use({ row }: { row: ListedTrunk }) {
  const t = useText();
  const routes = row.held?.routes ?? row.sip?.routes ?? [];
  return (
    <span className="trunk-use">
      <CallsNow row={row} />
      {routes.length === 0 ? (
        <em>{t('trunks.inNoRoute')}</em>
      ) : (
        <Link to="/settings/routes" onClick={(event) => event.stopPropagation()}>
          {routes.map(({ name }) => name).join(', ')}
        </Link>
      )}
    </span>
  );
}

function CallsNow({ row: { sip, held } }: { row: ListedTrunk }) {
  const t = useText();
  const format = useFormat();
  const calls = sip ? sip.state.calls.outgoing + sip.state.calls.incoming : (held?.calls ?? 0);
  const most = sip ? sip.callsAtOnce : (held?.maxCalls ?? null);
  return (
    <span className="figures" data-full={(most !== null && calls >= most) || undefined}>
      {most === null
        ? t('trunks.callsOpen', { calls })
        : t('trunks.callsOf', { calls: format.number(calls), most: format.number(most) })}
    </span>
  );
}

function Deeds({ row, deeds }: { row: ListedTrunk; deeds: TrunkDeeds }) {
  const t = useText();
  const { name } = row;
  const may = deeds.maySet(row);
  const deed = (icon: LucideIcon, hint: string, label: string, run: () => void) => ({ icon, hint, label, run });
  const all = [
    ...(deeds.mayTest(row)
      ? [deed(FlaskConical, t('trunks.test'), t('trunks.testNamed', { name }), () => deeds.onPart('test', row))]
      : []),
    ...(row.held
      ? [deed(Coins, t('trunks.prices'), t('trunks.pricesNamed', { name }), () => deeds.onPart('prices', row))]
      : []),
    ...(deeds.maySetEmergency(row)
      ? [
          deed(Siren, t('trunks.emergencyCalls'), t('trunks.emergencyNamed', { name }), () =>
            deeds.onPart('limits', row),
          ),
        ]
      : []),
    ...(may
      ? [
          deed(Pencil, t('ui.edit'), t('trunks.editNamed', { name }), () => deeds.onSettings(row)),
          deed(Trash2, t('ui.delete'), t('trunks.deleteNamed', { name }), () => void deeds.askAndDelete(row)),
        ]
      : []),
  ];
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
      {all.map(({ icon: Icon, hint, label, run }) => (
        <ActionIcon key={label} data-hint={hint} aria-label={label} onClick={run}>
          <Icon size={15} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
