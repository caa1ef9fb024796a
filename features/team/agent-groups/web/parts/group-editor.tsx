import { TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { agentGroupsApi, type AgentGroup, type GroupFields } from '../../contract.ts';
import { OverflowFields, WaitingFields, WorkFields } from './group-fields.tsx';
import { GroupSkills } from './group-skills.tsx';
import { HearingFields, RecordingFields } from './hearing-fields.tsx';

interface GroupEditorProps {
  group: AgentGroup | null;
  groups: readonly AgentGroup[];
  onClose: () => void;
  /** A new group has nobody yet. */
  onAdded: (group: AgentGroup) => void;
}

const fresh: GroupFields = {
  name: '',
  ringTimeoutSec: 20,
  maxWaitSec: 180,
  maxWaiting: null,
  overflowKind: 'voicemail',
  overflowGroupId: null,
  overflowWhenNobody: true,
  allowCallback: true,
  announcePosition: true,
  wrapUpSec: null,
  priority: 0,
  serviceLevelSec: 20,
  language: null,
  enabled: true,
  callPausesChats: false,
  skills: [],
  musicSoundId: null,
  welcomeSoundId: null,
  repeatSoundId: null,
  repeatEverySec: null,
  agentSoundId: null,
  consentSoundId: null,
  recordingRules: null,
};

/** Makes a group, or changes how its callers are treated; draws meanwhile where they go. */
export function GroupEditor({ group, groups, onClose, onAdded }: GroupEditorProps) {
  const t = useText();
  const [initial] = useState<GroupFields>(() => {
    if (!group) return fresh;
    const { id: _id, version: _version, members: _members, managers: _managers, waiting: _waiting, ...fields } = group;
    return fields;
  });
  const form = useContractForm<GroupFields>(agentGroupsApi.add.input as never, initial);
  const invalidates = [agentGroupsApi.page, agentGroupsApi.all];
  const add = useCommand(agentGroupsApi.add, { invalidates, handlesFailures: true });
  const update = useCommand(agentGroupsApi.update, { invalidates, handlesFailures: true });

  const parts = useSlot('groupEditor');
  const [pending, setPending] = useState<ReadonlyMap<string, () => Promise<unknown>>>(new Map());
  const keep = (id: string, save: (() => Promise<unknown>) | null) =>
    setPending((before) => new Map([...before].filter(([one]) => one !== id).concat(save ? [[id, save]] : [])));

  async function send(fields: GroupFields): Promise<void> {
    if (group) {
      // Before the group: what is refused here leaves its version as it was, and can be sent again.
      for (const save of pending.values()) await save();
      await update.mutateAsync({ ...fields, id: group.id, version: group.version });
      toast({ tone: 'success', text: t('ui.saved') });
      return onClose();
    }
    const made = await add.mutateAsync(fields);
    onAdded({ ...fields, ...made, version: 0, members: 0, managers: 0, waiting: 0 });
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={560}
      title={group ? t('agent-groups.editNamed', { name: group.name }) : t('agent-groups.add')}
      dirty={form.isDirty() || pending.size > 0}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <TextInput required maxLength={60} label={t('agent-groups.field.name')} {...form.getInputProps('name')} />
        <WaitingFields form={form} />
        <HearingFields form={form} />
        <OverflowFields form={form} groupId={group?.id ?? 0} others={groups.filter(({ id }) => id !== group?.id)} />
        <WorkFields form={form} />
        <RecordingFields form={form} />
        <GroupSkills skills={form.values.skills} onChange={(skills) => form.setFieldValue('skills', skills)} />
        {group &&
          parts.map(({ id, Part }) => (
            <Suspense key={id}>
              <Part groupId={group.id} onPending={(save) => keep(id, save)} />
            </Suspense>
          ))}
      </ContractForm>
    </SidePanel>
  );
}
