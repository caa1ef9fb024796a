import { Button, MultiSelect, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { skillsOf, tagOf } from '#core/skills/skill-tags.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { agentGroupsApi, type AgentGroup, type GroupMember } from '../../contract.ts';

/** Who answers for a group, with what they can do, and who runs it. */
export function GroupPeople({ group, onClose }: { group: Pick<AgentGroup, 'id' | 'name'>; onClose: () => void }) {
  const t = useText();
  const ofGroup = { id: group.id };
  const everybody = useEndpoint(agentGroupsApi.people, {}, { handlesFailures: true });
  const members = useEndpoint(agentGroupsApi.members, ofGroup, { handlesFailures: true });
  const managers = useEndpoint(agentGroupsApi.managers, ofGroup, { handlesFailures: true });
  const failed = [everybody, members, managers].find(({ error, data }) => error && !data);
  const [isDirty, setDirty] = useState(false);
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={560}
      title={t('agent-groups.peopleNamed', { name: group.name })}
      dirty={isDirty}
    >
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : everybody.data && members.data && managers.data ? (
        <PeopleForm
          groupId={group.id}
          everybody={everybody.data}
          members={members.data}
          managerIds={managers.data.map(({ userId }) => userId)}
          onDirty={setDirty}
          onClose={onClose}
        />
      ) : (
        <LoadingLines lines={6} />
      )}
    </SidePanel>
  );
}

interface PeopleFormProps {
  groupId: number;
  everybody: readonly GroupMember[];
  members: readonly GroupMember[];
  managerIds: readonly number[];
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
}

function PeopleForm({ groupId, everybody, members, managerIds, onDirty, onClose }: PeopleFormProps) {
  const t = useText();
  const [chosen, setChosen] = useState(members.map(({ userId }) => userId));
  const [running, setRunning] = useState([...managerIds]);
  const [tags, setTags] = useState<ReadonlyMap<number, readonly string[]>>(
    () => new Map(everybody.map(({ userId, skills }) => [userId, skills.map(tagOf)])),
  );
  const invalidates = [agentGroupsApi.page, agentGroupsApi.members, agentGroupsApi.managers, agentGroupsApi.people];
  const setMembers = useCommand(agentGroupsApi.setMembers, { invalidates });
  const setManagers = useCommand(agentGroupsApi.setManagers, { invalidates });
  const save = async (): Promise<void> => {
    await setMembers.mutateAsync({
      id: groupId,
      members: chosen.map((userId) => ({ userId, skills: skillsOf(tags.get(userId) ?? []) })),
    });
    await setManagers.mutateAsync({ id: groupId, userIds: running });
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  };
  const touch =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      onDirty(true);
      set(value);
    };
  return (
    <form
      className="group-people"
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => {});
      }}
    >
      <PeopleChoice
        label={t('agent-groups.column.members')}
        hint={t('agent-groups.membersHint')}
        people={everybody}
        chosen={chosen}
        onChange={touch(setChosen)}
      />
      {chosen.length > 0 && (
        <fieldset className="group-fields">
          <legend>{t('agent-groups.part.skills')}</legend>
          <p>{t('agent-groups.skillsHint')}</p>
          {everybody
            .filter(({ userId }) => chosen.includes(userId))
            .map(({ userId, name }) => (
              <TagsInput
                key={userId}
                label={name}
                value={[...(tags.get(userId) ?? [])]}
                onChange={(next) => touch(setTags)(new Map(tags).set(userId, skillsOf(next).map(tagOf)))}
              />
            ))}
        </fieldset>
      )}
      <PeopleChoice
        label={t('agent-groups.column.managers')}
        hint={t('agent-groups.managersHint')}
        people={everybody}
        chosen={running}
        onChange={touch(setRunning)}
      />
      <div className="group-save">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={setMembers.isPending || setManagers.isPending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

interface PeopleChoiceProps {
  label: string;
  hint: string;
  people: readonly GroupMember[];
  chosen: readonly number[];
  onChange: (userIds: number[]) => void;
}

function PeopleChoice({ label, hint, people, chosen, onChange }: PeopleChoiceProps) {
  const t = useText();
  return (
    <MultiSelect
      label={label}
      description={hint}
      searchable
      clearable
      data={people.map(({ userId, name, email, voiceSeat }) => ({
        value: String(userId),
        label: voiceSeat ? `${name} (${email})` : `${name} (${email}) – ${t('agent-groups.noSeat')}`,
      }))}
      value={chosen.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
