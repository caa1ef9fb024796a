import { Select } from '@mantine/core';
import { LayoutGrid, List } from 'lucide-react';
import { useState } from 'react';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { agentSorts, doingOfAgent, doings, listAgents, type AgentOrder } from '../core/agent-list.ts';
import type { Doing } from '../core/status-counts.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Page, Toolbar } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { useAddress } from '#platform/web/use-address.ts';
import { browserZone } from '#platform/web/zone.ts';
import { monitorTables, type MonitorTable } from '../contract.ts';
import { useMonitor, type MonitorView } from './monitor-session.ts';
import { AgentsTab } from './parts/agents-tab.tsx';
import { BoardActions } from './parts/board-actions.tsx';
import { CallsTab } from './parts/calls-tab.tsx';
import { DoingTiles } from './parts/doing-tiles.tsx';
import { GroupsTab } from './parts/groups-tab.tsx';
import './monitoring.css';

const Wall = lazy(() => import('./wall.tsx'));
const WallDialog = lazy(() => import('./parts/wall-dialog.tsx'));
const names = ['tab', 'look', 'word', 'group', 'doing', 'sort'] as const;

/** Agents, groups and calls as they are; with `?wall=1` in large figures for a screen on the wall. */
export default function MonitoringPage() {
  const zone = useViewer()?.timeZone || browserZone();
  const view = useMonitor(zone);
  const [params] = useAddressQuery();
  return params.get('wall') === '1' ? (
    <Later opened>
      <Wall view={view} />
    </Later>
  ) : (
    <Board view={view} zone={zone} />
  );
}

function Board({ view, zone }: { view: MonitorView; zone: string }) {
  const t = useText();
  const [address, change] = useAddress(names);
  const [setting, setSetting] = useState(false);
  const tab = oneOf(monitorTables, address.tab) ?? 'agents';
  const look = address.look === 'cards' ? 'cards' : 'list';
  const doing = oneOf(doings, address.doing);
  const groupId = address.group ? Number(address.group) : null;
  const order = orderOf(address.sort);
  const agents = listAgents(view.agents.values(), { word: address.word ?? '', groupId, doing }, order);
  const groups = [...view.groups.values()].sort((a, b) => a.groupNo - b.groupNo);
  const labelOf = (one: MonitorTable) => (
    <>
      {t(`monitoring.tab.${one}`)} <small>{view.isKnown ? view[one].size : ''}</small>
    </>
  );
  return (
    <Page>
      <Toolbar actions={<BoardActions table={tab} zone={zone} onSetting={() => setSetting(true)} />}>
        <Choice
          label={t('monitoring.show')}
          value={tab}
          options={monitorTables.map((value) => ({ value, label: labelOf(value) }))}
          onChange={(next) => change({ tab: next === 'agents' ? '' : next })}
        />
        {tab !== 'groups' && (
          <SearchField
            label={t('monitoring.find')}
            value={address.word ?? ''}
            onChange={(word) => change({ word })}
            width={200}
          />
        )}
        {tab !== 'groups' && (
          <Select
            w={170}
            maw="100%"
            clearable
            searchable
            aria-label={t('monitoring.column.group')}
            placeholder={t('monitoring.column.group')}
            value={address.group ?? null}
            data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(group) => change({ group: group ?? '' })}
          />
        )}
        {tab === 'agents' && (
          <Choice
            label={t('monitoring.look')}
            value={look}
            options={[
              { value: 'list', label: <List size={15} aria-label={t('monitoring.look.list')} /> },
              { value: 'cards', label: <LayoutGrid size={15} aria-label={t('monitoring.look.cards')} /> },
            ]}
            onChange={(next) => change({ look: next === 'list' ? '' : next })}
          />
        )}
      </Toolbar>
      {view.isKnown && !view.isLive && (
        <p className="monitor-stale" role="status">
          {t('monitoring.notLive')}
        </p>
      )}
      {!view.isKnown ? (
        <LoadingLines lines={8} />
      ) : (
        <div className="monitor">
          {tab === 'agents' && (
            <DoingTiles counts={countsOf(view)} chosen={doing} onChoose={(next) => change({ doing: next ?? '' })} />
          )}
          {tab === 'agents' && (
            <AgentsTab
              view={view}
              agents={agents}
              look={look}
              sort={order}
              isFiltered={Boolean(address.word || address.group || address.doing)}
              onSort={(sort) => change({ sort: sort ? `${sort.desc ? '-' : ''}${sort.by}` : '' })}
            />
          )}
          {tab === 'groups' && <GroupsTab view={view} />}
          {tab === 'calls' && <CallsTab view={view} groupId={groupId} word={address.word ?? ''} />}
        </div>
      )}
      <Later opened={setting}>
        <WallDialog
          key={JSON.stringify(view.wall)}
          wall={view.wall}
          groups={groups}
          opened={setting}
          onClose={() => setSetting(false)}
        />
      </Later>
    </Page>
  );
}

const oneOf = <Value extends string>(values: readonly Value[], word: string | undefined): Value | null =>
  values.find((value) => value === word) ?? null;

/** As the address writes it: `since`, or `-since` for the other way round. */
function orderOf(word = ''): AgentOrder {
  return { by: oneOf(agentSorts, word.replace(/^-/, '')) ?? 'name', desc: word.startsWith('-') };
}

function countsOf({ agents }: MonitorView): Record<Doing, number> {
  const counts: Record<Doing, number> = { talking: 0, ringing: 0, wrapUp: 0, free: 0, away: 0, offline: 0 };
  for (const agent of agents.values()) counts[doingOfAgent(agent)] += 1;
  return counts;
}
