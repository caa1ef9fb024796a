import { Button, Select } from '@mantine/core';
import { Headset, PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { ConnectionStatus } from '#shared/codes/connection-status.ts';
import { aiTasksApi, type AiTaskCall, type AiTaskDetail } from '../../contract.ts';
import '#platform/web/ui/form/form.css';

/** As much of a task as handing one of its calls on takes. */
export type TakesOver = Pick<AiTaskDetail, 'groupId' | 'groupName'>;

const old = [aiTasksApi.calls, aiTasksApi.conversation, aiTasksApi.statistics];

/** What is done with a call that goes on: it is handed to a person, or ended. Nobody is cut off by a slip: both ask first. */
export function AiCallDeeds({ task, call }: { task: TakesOver; call: AiTaskCall }) {
  const t = useText();
  const mayChoose = useCan()('agent-groups.use');
  const [isHanding, setHanding] = useState(false);
  const operate = useCommand(aiTasksApi.operateCall, { invalidates: old });
  if (call.isOver) return null;
  const { attemptId, connectionStatus } = call;
  const name = call.customerName || spokenNumber(call.phone);
  const hangUp = async () => {
    const isSure = await confirm({
      title: t('ai-tasks.hangUpTitle', { name }),
      body: t('ai-tasks.hangUpBody'),
      yes: t('ai-tasks.hangUp'),
      danger: true,
    });
    if (isSure) operate.mutate({ operate: 'hangUp', attemptId });
  };
  return (
    <span className="ai-call-deeds">
      {connectionStatus === ConnectionStatus.speaking && (task.groupId !== null || mayChoose) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Headset size={14} aria-hidden />}
          aria-label={t('ai-tasks.toPersonNamed', { name })}
          onClick={() => setHanding(true)}
        >
          {t('ai-tasks.toPerson')}
        </Button>
      )}
      <Button
        size="xs"
        color="red"
        variant="light"
        loading={operate.isPending}
        leftSection={<PhoneOff size={14} aria-hidden />}
        aria-label={t('ai-tasks.hangUpNamed', { name })}
        onClick={() => void hangUp()}
      >
        {t('ai-tasks.hangUp')}
      </Button>
      {isHanding && <HandOver task={task} attemptId={attemptId} name={name} onClose={() => setHanding(false)} />}
    </span>
  );
}

/** To whom: the group of the task, unless another is chosen. */
function HandOver({
  task,
  attemptId,
  name,
  onClose,
}: {
  task: TakesOver;
  attemptId: number;
  name: string;
  onClose: () => void;
}) {
  const t = useText();
  const mayChoose = useCan()('agent-groups.use');
  const groups = useEndpoint(agentGroupsApi.all, {}, { enabled: mayChoose, handlesFailures: true }).data;
  const [groupId, setGroupId] = useState(task.groupId === null ? null : String(task.groupId));
  const hand = useCommand(aiTasksApi.operateCall, { invalidates: old, onDone: onClose });
  const own = task.groupId === null ? [] : [{ id: task.groupId, name: task.groupName }];
  return (
    <Dialog opened onClose={onClose} title={t('ai-tasks.toPersonTitle', { name })}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (groupId !== null) hand.mutate({ operate: 'toPerson', attemptId, groupId: Number(groupId) });
        }}
      >
        <p className="ai-task-hint">{t('ai-tasks.toPersonBody')}</p>
        <Select
          required
          searchable
          comboboxProps={LONG_LIST}
          label={t('ai-tasks.toPersonGroup')}
          data={(groups ?? own).map((one) => ({ value: String(one.id), label: one.name }))}
          value={groupId}
          onChange={setGroupId}
        />
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={groupId === null} loading={hand.isPending}>
            {t('ai-tasks.toPerson')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
