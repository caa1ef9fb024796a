import { Checkbox, Input, MultiSelect, NativeSelect, Switch, TagsInput } from '@mantine/core';
import { skillsOf, tagOf, type TaggedSkill } from '#core/skills/skill-tags.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices, codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { FieldName, Fields, FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { SeatKind } from '#shared/codes/seat-kind.ts';

export interface AgentChoices {
  lines: readonly { id: number; name: string }[];
  groups: readonly { id: number; name: string }[];
  seatsLeft: number | null;
}

interface Grouped extends Fields {
  groupIds: number[];
  skills: TaggedSkill[];
}
interface Behaving extends Fields {
  agentType: AgentType;
  lineId: number;
  recordCalls: boolean;
  wrapUp: boolean;
  autoAnswer: boolean;
}

/** Which callers come to an agent, and what the agent can do for them. */
export function GroupAndSkillFields<V extends Grouped>({
  form,
  choices,
}: {
  form: FormState<V>;
  choices: AgentChoices;
}) {
  const t = useText();
  return (
    <>
      <MultiSelect
        label={t('agents.column.groups')}
        searchable
        clearable
        data={choices.groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.values.groupIds.map(String)}
        onChange={(ids) => form.setFieldValue('groupIds', ids.map(Number) as V['groupIds'])}
        error={form.errors['groupIds']}
      />
      <TagsInput
        label={t('agents.column.skills')}
        description={t('agents.skillsHint')}
        value={form.values.skills.map(tagOf)}
        onChange={(tags) => form.setFieldValue('skills', skillsOf(tags) as V['skills'])}
      />
    </>
  );
}

/** How the phone of an agent behaves. */
export function PhoneFields<V extends Behaving>({ form, choices }: { form: FormState<V>; choices: AgentChoices }) {
  const t = useText();
  return (
    <>
      <NativeSelect
        label={t('agents.column.type')}
        data={codeChoices(AgentType)}
        value={String(form.values.agentType)}
        onChange={(event) => form.setFieldValue('agentType', Number(event.currentTarget.value) as V['agentType'])}
      />
      <NativeSelect
        label={t('agents.column.line')}
        data={choices.lines.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(form.values.lineId)}
        onChange={(event) => form.setFieldValue('lineId', Number(event.currentTarget.value) as V['lineId'])}
      />
      {(['recordCalls', 'wrapUp', 'autoAnswer'] as const).map((name) => (
        <Switch
          key={name}
          label={t(`agents.column.${name}`)}
          {...form.getInputProps(name as FieldName<V>, { type: 'checkbox' })}
        />
      ))}
    </>
  );
}

/** The seats an agent has. */
export function AgentSeatFields<V extends Fields & { voiceSeat: boolean; textSeat: boolean }>({
  form,
  seatsLeft,
}: {
  form: FormState<V>;
  seatsLeft: number | null;
}) {
  const t = useText();
  return (
    <Input.Wrapper
      label={t('agents.column.seats')}
      labelElement="div"
      {...(seatsLeft === null ? {} : { description: t('agents.seatsLeft', { count: seatsLeft }) })}
    >
      <fieldset className="agents-fields" aria-label={t('agents.column.seats')}>
        <Checkbox
          label={codeLabel(SeatKind, SeatKind.voice)}
          {...form.getInputProps('voiceSeat', { type: 'checkbox' })}
        />
        <Checkbox
          label={codeLabel(SeatKind, SeatKind.text)}
          {...form.getInputProps('textSeat', { type: 'checkbox' })}
        />
      </fieldset>
    </Input.Wrapper>
  );
}
