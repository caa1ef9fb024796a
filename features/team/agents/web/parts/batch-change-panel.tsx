import { Button, MultiSelect, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { rosterApi, type BatchChange } from '../../contract/roster.ts';
import '#platform/web/ui/form/form.css';

interface BatchChangePanelProps {
  userIds: readonly number[];
  groups: readonly { id: number; name: string }[];
  lines: readonly { id: number; name: string }[];
  onClose: () => void;
  onDone: () => void;
}

const switches = ['recordCalls', 'wrapUp', 'autoAnswer'] as const;

/** Changes several agents at once; what nothing is chosen for stays with each as it is. */
export function BatchChangePanel({ userIds, groups, lines, onClose, onDone }: BatchChangePanelProps) {
  const t = useText();
  const [change, setChange] = useState<BatchChange>({});
  const save = useCommand(rosterApi.batchUpdate, { invalidates: [rosterApi.page], done: 'ui.saved', onDone });
  const set = <K extends keyof BatchChange>(name: K, value: BatchChange[K] | undefined) => {
    const { [name]: _old, ...rest } = change;
    setChange(value === undefined ? (rest as BatchChange) : { ...rest, [name]: value });
  };
  const asIs = { value: '', label: t('agents.asIs') };
  const groupChoices = groups.map(({ id, name }) => ({ value: String(id), label: name }));
  const idsOf = (values: readonly string[]) => (values.length === 0 ? undefined : values.map(Number));
  const isEmpty = Object.keys(change).length === 0;
  return (
    <SidePanel opened onClose={onClose} title={t('agents.changeCount', { count: userIds.length })} dirty={!isEmpty}>
      <form
        className="agents-fields"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ userIds: [...userIds], change });
        }}
      >
        <p>{t('agents.changeHint')}</p>
        <MultiSelect
          label={t('agents.addGroups')}
          searchable
          data={groupChoices}
          value={(change.addGroupIds ?? []).map(String)}
          onChange={(values) => set('addGroupIds', idsOf(values))}
        />
        <MultiSelect
          label={t('agents.removeGroups')}
          searchable
          data={groupChoices}
          value={(change.removeGroupIds ?? []).map(String)}
          onChange={(values) => set('removeGroupIds', idsOf(values))}
        />
        <NativeSelect
          label={t('agents.column.line')}
          data={[asIs, ...lines.map(({ id, name }) => ({ value: String(id), label: name }))]}
          value={String(change.lineId ?? '')}
          onChange={({ currentTarget: { value } }) => set('lineId', value === '' ? undefined : Number(value))}
        />
        <NativeSelect
          label={t('agents.column.type')}
          data={[asIs, ...codeChoices(AgentType)]}
          value={String(change.agentType ?? '')}
          onChange={({ currentTarget: { value } }) =>
            set('agentType', value === '' ? undefined : (Number(value) as AgentType))
          }
        />
        {switches.map((name) => (
          <NativeSelect
            key={name}
            label={t(`agents.column.${name}`)}
            data={[
              asIs,
              { value: 'true', label: t('agents.file.yes') },
              { value: 'false', label: t('agents.file.no') },
            ]}
            value={String(change[name] ?? '')}
            onChange={({ currentTarget: { value } }) => set(name, value === '' ? undefined : value === 'true')}
          />
        ))}
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isEmpty}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
