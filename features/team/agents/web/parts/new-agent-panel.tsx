import { Checkbox, TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { AGENT_NAME_MAX, rosterApi, type AgentWish, type NewAgent } from '../../contract/roster.ts';
import { EntranceField } from './entrance-field.tsx';
import { GroupAndSkillFields, PhoneFields, type AgentChoices } from './phone-fields.tsx';
import '../agents.css';

type Values = { [Field in keyof AgentWish]-?: NonNullable<AgentWish[Field]> } & Record<string, unknown>;

interface NewAgentPanelProps {
  choices: AgentChoices;
  onClose: () => void;
  onMade: (agent: NewAgent) => void;
}

/** Makes an agent in one step: member, voice seat, phone and groups. */
export function NewAgentPanel({ choices, onClose, onMade }: NewAgentPanelProps) {
  const t = useText();
  const form = useContractForm<Values>(rosterApi.create.input as never, {
    email: '',
    name: '',
    entrance: 'invitation',
    textSeat: false,
    agentType: AgentType.inAndOut,
    autoAnswer: false,
    recordCalls: true,
    wrapUp: true,
    lineId: choices.lines[0]?.id ?? 1,
    groupIds: [],
    skills: [],
  });
  const create = useCommand(rosterApi.create, {
    invalidates: [rosterApi.page, rosterApi.choices],
    handlesFailures: true,
  });
  const { entrance } = form.values;

  async function send(values: Values): Promise<void> {
    if (entrance === 'password' && values.name.trim() === '') {
      form.setFieldError('name', t('agents.nameNeeded'));
      throw new DOMException('', 'AbortError');
    }
    const made = await create.mutateAsync(values);
    if (made.password === null)
      toast({
        tone: 'success',
        text: t(made.wasMember ? 'agents.memberHasPhone' : 'agents.invited', { email: made.email }),
      });
    onMade(made);
  }
  return (
    <SidePanel opened onClose={onClose} size={520} title={t('agents.add')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t(entrance === 'invitation' ? 'agents.sendInvitation' : 'agents.make')}
        onCancel={onClose}
        onSubmit={send}
        refusedFields={{ agentExists: 'email', alreadyMember: 'email', firstPasswordRefused: 'email' }}
      >
        <TextInput
          type="email"
          required
          data-autofocus
          autoComplete="off"
          label={t('agents.column.email')}
          description={t('agents.emailHint')}
          {...form.getInputProps('email')}
        />
        <EntranceField value={entrance} onChange={(next) => form.setFieldValue('entrance', next)} />
        {entrance === 'password' && (
          <TextInput
            required
            maxLength={AGENT_NAME_MAX}
            autoComplete="off"
            label={t('agents.column.name')}
            {...form.getInputProps('name')}
          />
        )}
        <p className="agents-hint">
          {choices.seatsLeft === null ? t('agents.getsSeat') : t('agents.seatsLeft', { count: choices.seatsLeft })}
        </p>
        <Checkbox label={t('agents.alsoTextSeat')} {...form.getInputProps('textSeat', { type: 'checkbox' })} />
        <GroupAndSkillFields form={form} choices={choices} />
        <PhoneFields form={form} choices={choices} />
      </ContractForm>
    </SidePanel>
  );
}
