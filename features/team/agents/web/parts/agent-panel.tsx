import { Alert, Button } from '@mantine/core';
import { Lock, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { rosterApi, type AgentChange, type RosterAgent } from '../../contract/roster.ts';
import { DeviceCard } from './device-card.tsx';
import { orEvenInCall } from './even-in-call.ts';
import { GroupAndSkillFields, PhoneFields, AgentSeatFields, type AgentChoices } from './phone-fields.tsx';
import '#platform/web/ui/fact-list.css';
import '../agents.css';

type Values = Omit<AgentChange, 'evenInCall'> & Record<string, unknown>;

interface AgentPanelProps {
  agent: RosterAgent;
  choices: AgentChoices;
  onClose: () => void;
}

/** One agent: seats, number, groups with skills, line, device and how the phone behaves, and what other features tell of them. */
export function AgentPanel({ agent, choices, onClose }: AgentPanelProps) {
  const t = useText();
  const { userId, name, email, voiceSeat, textSeat, agentType, autoAnswer, recordCalls, wrapUp, lineId } = agent;
  const form = useContractForm<Values>(rosterApi.update.input as never, {
    userId,
    voiceSeat,
    textSeat,
    agentType,
    autoAnswer,
    recordCalls,
    wrapUp,
    lineId,
    groupIds: agent.groups.map(({ id }) => id),
    skills: agent.skills,
  });
  const options = { invalidates: [rosterApi.page, rosterApi.choices], handlesFailures: true };
  const parts = useSlot('agentPanel');
  const update = useCommand(rosterApi.update, { ...options, done: 'ui.saved' });
  const remove = useCommand(rosterApi.delete, options);

  async function save(values: Values): Promise<void> {
    const done = await orEvenInCall((evenInCall) => update.mutateAsync({ ...values, evenInCall }).then(() => true));
    // Nothing was saved, and the form must not believe it was.
    if (!done) throw new DOMException('', 'AbortError');
    onClose();
  }
  async function askAndDelete(): Promise<void> {
    const isSure = await confirm({
      title: t('agents.deleteAskNamed', { name }),
      body: t('agents.deleteAskHint'),
      yes: t('agents.deletePhones'),
      danger: true,
    });
    if (!isSure) return;
    const done = await orEvenInCall((evenInCall) => remove.mutateAsync({ userId, evenInCall }).then(() => true));
    if (done) onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={520}
      title={<PersonCell name={name} detail={email} />}
      dirty={form.isDirty()}
    >
      <div className="agents-panel">
        <Facts agent={agent} />
        {agent.isOwner && (
          <Alert variant="light" color="gray" icon={<Lock size={18} aria-hidden />}>
            {t('agents.ownerHint')}
          </Alert>
        )}
        <ContractForm form={form} onSubmit={save} onCancel={onClose} onlyWhenDirty>
          <AgentSeatFields form={form} seatsLeft={choices.seatsLeft} />
          <GroupAndSkillFields form={form} choices={choices} />
          <PhoneFields form={form} choices={choices} />
        </ContractForm>
        <DeviceCard agent={agent} />
        {parts.map(({ id, Part }) => (
          <Suspense key={id} fallback={<LoadingLines lines={2} />}>
            <Part userId={userId} />
          </Suspense>
        ))}
        <div className="agents-buttons">
          <Button
            variant="default"
            leftSection={<Trash2 size={15} aria-hidden />}
            loading={remove.isPending}
            onClick={() => void askAndDelete().catch(handleFailure)}
          >
            {t('agents.deletePhones')}
          </Button>
        </div>
      </div>
    </SidePanel>
  );
}

function Facts({ agent: { sipNum, enabled, mayEnter, inCall, lastSeenAt } }: { agent: RosterAgent }) {
  const t = useText();
  const format = useFormat();
  return (
    <dl className="fact-list">
      <div>
        <dt>{t('agents.column.sipNum')}</dt>
        <dd className="figures">{sipNum || '–'}</dd>
      </div>
      <div>
        <dt>{t('agents.column.state')}</dt>
        <dd>{t(!mayEnter ? 'agents.shutOut' : inCall ? 'agents.inCall' : enabled ? 'agents.on' : 'agents.off')}</dd>
      </div>
      <div>
        <dt>{t('agents.column.lastSeen')}</dt>
        <dd>{lastSeenAt ? format.exact(lastSeenAt) : t('agents.never')}</dd>
      </div>
    </dl>
  );
}
