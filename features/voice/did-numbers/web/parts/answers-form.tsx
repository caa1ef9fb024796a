import { Alert, Button, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import '#platform/web/ui/form/form.css';
import { didNumbersApi, type DidNumber } from '../../contract.ts';

/** Who answers a number: a group, or a flow with the group for whom it cannot serve. */
export function AnswersForm({ number, onDone }: { number: DidNumber; onDone: () => void }) {
  const t = useText();
  const groups = useEndpoint(didNumbersApi.groups, {}).data ?? [];
  const flows = useEndpoint(didNumbersApi.flows, {}).data ?? [];
  const [by, setBy] = useState<'group' | 'flow'>(
    number.inboundConfig === InboundConfig.ivr && number.flowId !== null ? 'flow' : 'group',
  );
  const [groupId, setGroupId] = useState(number.groupId);
  const [flowId, setFlowId] = useState(number.flowId);
  const save = useCommand(didNumbersApi.inboundConfig, {
    done: 'did-numbers.saved',
    invalidates: [didNumbersApi.my, didNumbersApi.groups],
    onDone,
  });
  const isReady = by === 'group' ? groupId !== null : flowId !== null;

  function submit(): void {
    if (by === 'group' && groupId !== null)
      save.mutate({ id: number.id, inboundConfig: InboundConfig.agentGroup, groupId });
    if (by === 'flow' && flowId !== null)
      save.mutate({ id: number.id, inboundConfig: InboundConfig.ivr, flowId, ...(groupId !== null && { groupId }) });
  }

  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SegmentedControl
        aria-label={t('did-numbers.column.goal')}
        value={by}
        onChange={(next) => setBy(next as 'group' | 'flow')}
        data={[
          { value: 'group', label: t('did-numbers.byGroup') },
          { value: 'flow', label: t('did-numbers.byFlow') },
        ]}
      />
      {by === 'flow' && (
        <Select
          label={t('did-numbers.flow')}
          description={t('did-numbers.flowHint')}
          searchable
          nothingFoundMessage={t('did-numbers.noFlow')}
          data={flows.map(({ flowId: id, flowName }) => ({ value: String(id), label: flowName }))}
          value={flowId === null ? null : String(flowId)}
          onChange={(next) => setFlowId(next === null ? null : Number(next))}
        />
      )}
      <Select
        label={t(by === 'flow' ? 'did-numbers.fallback' : 'did-numbers.group')}
        {...(by === 'flow' ? { description: t('did-numbers.fallbackHint') } : {})}
        searchable
        data={groups.map(({ groupId: id, groupName }) => ({ value: String(id), label: groupName }))}
        value={groupId === null ? null : String(groupId)}
        onChange={(next) => setGroupId(next === null ? null : Number(next))}
      />
      {number.inboundConfig === InboundConfig.ivr && number.flowId === null && (
        <Alert color="yellow" variant="light">
          {t('did-numbers.menuGoes')}
        </Alert>
      )}
      <div className="form-buttons">
        <Button type="submit" disabled={!isReady} loading={save.isPending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
