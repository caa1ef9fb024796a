import { ActionIcon } from '@mantine/core';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { agentStatusApi } from '#features/team/agent-status/contract.ts';
import { AgentStatus, agentStatusTone } from '#shared/codes/agent-status.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { ChoiceList, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { MonitorAgent } from '../../contract.ts';
import { busyOf } from '../../core/agent-list.ts';

const choices = () =>
  AgentStatus.rows
    .filter(({ selectable }) => selectable)
    .map(({ code }) => ({ value: String(code), label: codeLabel(AgentStatus, code) }));

const busyTones = { talking: 'blue', ringing: 'violet', wrapUp: 'warning' } as const;

/** What an agent does: a call and the work after it before the status they chose; whoever may, changes it there. The agent is told by whom. */
export function StatusCell({ agent }: { agent: MonitorAgent }) {
  const t = useText();
  const may = useCan()('agent-status.edit');
  const { voice, text } = agent;
  if (!voice)
    return (
      <Badge tone={text?.online ? 'green' : 'grey'} look="dot">
        {t(text?.online ? 'monitoring.text.online' : 'monitoring.text.offline')}
      </Badge>
    );
  const by = voice.modifiedBy === null ? undefined : t('monitoring.changedBy', { name: voice.modifiedBy });
  const busy = busyOf(voice);
  const word = busy ? t(`monitoring.doing.${busy}`) : codeLabel(AgentStatus, voice.status);
  const badge = (
    <span title={by}>
      <Badge tone={busy ? busyTones[busy] : agentStatusTone(voice.status, voice.monitoring)} look="dot">
        {word}
      </Badge>
    </span>
  );
  return may ? (
    <StatusMenu agent={agent} status={voice.status} word={word}>
      {badge}
    </StatusMenu>
  ) : (
    badge
  );
}

function StatusMenu({
  agent,
  status,
  word,
  children,
}: {
  agent: MonitorAgent;
  /** What they chose: the one that is marked. */
  status: AgentStatus;
  /** What they do. */
  word: string;
  children: React.ReactNode;
}) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('menu', opened, setOpened);
  const change = useCommand(agentStatusApi.change, { done: 'monitoring.statusChanged' });
  const label = t('monitoring.changeStatusOf', { name: agent.name });
  return (
    <>
      <button
        type="button"
        className="monitor-status"
        aria-label={`${word}, ${label}`}
        disabled={change.isPending}
        {...button}
      >
        {children}
      </button>
      <ChoiceList
        opening={opening}
        label={label}
        choices={choices()}
        value={String(status)}
        onChoose={(value) => change.mutate({ userId: agent.userId, status: Number(value) })}
      />
    </>
  );
}

/** Takes an agent off the phone, with any call; asked about first. */
export function SignOutButton({ agent }: { agent: MonitorAgent }) {
  const t = useText();
  const may = useCan()('agent-status.edit');
  const signOut = useCommand(agentStatusApi.forceSignOut, { done: 'monitoring.signedOut' });
  if (!may || !agent.voice || agent.voice.status === AgentStatus.offline) return null;
  const ask = async () => {
    const yes = await confirm({
      title: t('monitoring.signOut.title', { name: agent.name }),
      body: t(agent.voice?.call ? 'monitoring.signOut.inCall' : 'monitoring.signOut.body'),
      yes: t('monitoring.signOut.yes'),
      danger: true,
    });
    if (yes) signOut.mutate({ userId: agent.userId });
  };
  return (
    <ActionIcon
      variant="default"
      aria-label={t('monitoring.signOut.of', { name: agent.name })}
      title={t('monitoring.signOut.yes')}
      loading={signOut.isPending}
      onClick={() => void ask()}
    >
      <LogOut size={16} aria-hidden />
    </ActionIcon>
  );
}
