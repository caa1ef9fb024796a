import { Button, Checkbox, MultiSelect, Radio } from '@mantine/core';
import { useState } from 'react';
import { usePeople } from '#features/team/seats/web/index.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { previewApi, type PreviewTaskDetail } from '../../contract.ts';
import { ColumnAgents, noColumn } from './column-agents.tsx';
import '#platform/web/ui/form/form.css';

const ways = ['evenly', 'owner', 'column'] as const;

/** Shares the open customers of a task out among those who work on it. */
export function AssignDialog({ task, onClose }: { task: PreviewTaskDetail; onClose: () => void }) {
  const t = useText();
  const people = usePeople();
  const [by, setBy] = useState<(typeof ways)[number]>('evenly');
  const [agents, setAgents] = useState<string[]>(() => task.agents.map(({ id }) => String(id)));
  const [byColumn, setByColumn] = useState(noColumn);
  const [onlyUnassigned, setOnlyUnassigned] = useState(true);
  const assign = useCommand(previewApi.assign, {
    invalidates: [previewApi.customers, previewApi.statistics],
    onDone: ({ assigned, isLater }) => {
      toast({
        tone: 'success',
        text: isLater ? t('preview.assignedLater') : t('preview.assigned', { count: assigned }),
      });
      onClose();
    },
  });
  const isReady = by === 'owner' || (by === 'evenly' ? agents.length > 0 : Object.keys(byColumn.agents).length > 0);
  return (
    <Dialog opened onClose={onClose} title={t('preview.assign')}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const given = Object.entries(byColumn.agents).map(([value, agent]) => ({ value, agentId: Number(agent) }));
          const how =
            by === 'owner'
              ? { by }
              : by === 'column'
                ? { by, column: byColumn.column, agents: given }
                : { by, agentIds: agents.map(Number) };
          assign.mutate({ id: task.id, how, onlyUnassigned });
        }}
      >
        <Radio.Group
          aria-label={t('preview.assign')}
          value={by}
          onChange={(value) => setBy(value as (typeof ways)[number])}
        >
          <div className="form">
            {ways.map((way) => (
              <Radio
                key={way}
                value={way}
                label={t(`preview.assign.${way}`)}
                description={t(`preview.assignHint.${way}`)}
              />
            ))}
          </div>
        </Radio.Group>
        {by === 'evenly' && (
          <MultiSelect
            searchable
            required
            comboboxProps={LONG_LIST}
            label={t('preview.assign.agents')}
            data={people}
            value={agents}
            onChange={setAgents}
          />
        )}
        {by === 'column' && <ColumnAgents taskId={task.id} chosen={byColumn} onChange={setByColumn} />}
        <Checkbox
          label={t('preview.assign.onlyUnassigned')}
          checked={onlyUnassigned}
          onChange={({ currentTarget: { checked } }) => setOnlyUnassigned(checked)}
        />
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} loading={assign.isPending}>
            {t('preview.assign')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
