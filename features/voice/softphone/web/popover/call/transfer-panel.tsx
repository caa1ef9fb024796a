import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { callsApi, HAND_ON_REASON_MAX } from '#features/voice/calls/contract.ts';
import { agentStatusTone, AgentStatus } from '#shared/codes/agent-status.ts';
import { typedNumber } from '../../../core/dial-rules.ts';
import type { InputOf } from '#platform/web/call.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { colleaguesOf, groupsMatching } from './transfer-list.ts';
import '../phone.css';

const kinds = ['colleague', 'group', 'number'] as const;
type Kind = (typeof kinds)[number];
type Wish = Omit<InputOf<typeof callsApi.transfer>, 'callId' | 'reason'>;
/** Whether somebody is free changes while one looks for them. */
const LOOK_AGAIN_MS = 5_000;

/** Hands the customer on: to a colleague, a group or a number, at once or after a word with them. */
export default function TransferPanel({ callId, onDone }: { callId: string; onDone: () => void }) {
  const t = useText();
  const [kind, setKind] = useState<Kind>('colleague');
  const [word, setWord] = useState('');
  const command = useCommand(callsApi.transfer, { onDone });
  const [reason, setReason] = useState('');
  const transfer = (wish: Wish) =>
    command.mutate({ callId, ...(reason.trim() === '' ? {} : { reason: reason.trim() }), ...wish });
  return (
    <section className="transfer-panel" aria-label={t('softphone.call.transfer')}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('softphone.transfer.to')}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`softphone.transfer.${value}`) }))}
        onChange={(next) => setKind(next as Kind)}
      />
      {kind !== 'number' && (
        <TextInput
          size="xs"
          maxLength={HAND_ON_REASON_MAX}
          aria-label={t('softphone.transfer.reason')}
          placeholder={t('softphone.transfer.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {kind === 'number' ? (
        <ToNumber disabled={command.isPending} onTransfer={transfer} />
      ) : (
        <>
          <SearchField label={t('softphone.transfer.find')} width={400} value={word} onChange={setWord} />
          <Targets kind={kind} word={word} disabled={command.isPending} onTransfer={transfer} />
        </>
      )}
    </section>
  );
}

interface PartProps {
  disabled: boolean;
  onTransfer: (wish: Wish) => void;
}

function Targets({ kind, word, disabled, onTransfer }: PartProps & { kind: 'colleague' | 'group'; word: string }) {
  const t = useText();
  const me = useViewer();
  const { data, error, refetch } = useEndpoint(
    agentGroupsApi.transferGroups,
    {},
    { everyMs: LOOK_AGAIN_MS, handlesFailures: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const people = kind === 'colleague' ? colleaguesOf(data, me?.userId ?? null, word) : [];
  const groups = kind === 'group' ? groupsMatching(data, word) : [];
  if (people.length + groups.length === 0) return <p className="transfer-none">{t('softphone.transfer.none')}</p>;
  return (
    <ul className="transfer-rows">
      {people.map(({ userId, name, status, free, inCall }) => (
        <li key={userId} data-tone={inCall ? 'blue' : agentStatusTone(status, false)}>
          <i className="line-dot" aria-hidden />
          <span>
            <b>{name}</b>
            <small>{inCall ? t('softphone.pill.inCall') : textOf(AgentStatus.row(status).key)}</small>
          </span>
          <Deeds
            name={name}
            disabled={disabled || !free}
            onBlind={() => onTransfer({ kind: 'blind', target: { userId } })}
            onConsult={() => onTransfer({ kind: 'consult', target: { userId } })}
          />
        </li>
      ))}
      {groups.map(({ id, name, groupNo, free, waiting }) => (
        <li key={id} data-tone={free > 0 ? 'green' : 'grey'}>
          <i className="line-dot" aria-hidden />
          <span>
            <b>{name}</b>
            <small>{t('softphone.transfer.groupState', { number: groupNo, free, waiting })}</small>
          </span>
          <Deeds
            name={name}
            disabled={disabled}
            onBlind={() => onTransfer({ kind: 'blind', target: { groupId: id } })}
          />
        </li>
      ))}
    </ul>
  );
}

function ToNumber({ disabled, onTransfer }: PartProps) {
  const t = useText();
  const [number, setNumber] = useState('');
  const isPlus = number.startsWith('+');
  const target = { number };
  return (
    <>
      <TextInput
        type="tel"
        aria-label={t('softphone.transfer.numberField')}
        placeholder={t('softphone.transfer.numberField')}
        description={t('softphone.transfer.numberHint')}
        value={number}
        onChange={(event) =>
          setNumber(
            `${event.currentTarget.value.trimStart().startsWith('+') ? '+' : ''}${typedNumber(event.currentTarget.value)}`,
          )
        }
      />
      <Deeds
        name={number}
        disabled={disabled || number.length <= Number(isPlus)}
        onBlind={() => onTransfer({ kind: 'blind', target })}
        onConsult={() => onTransfer({ kind: 'consult', target })}
      />
    </>
  );
}

function Deeds({
  name,
  disabled,
  onBlind,
  onConsult,
}: {
  name: string;
  disabled: boolean;
  onBlind: () => void;
  onConsult?: () => void;
}) {
  const t = useText();
  return (
    <div className="transfer-deeds">
      {onConsult && (
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          aria-label={t('softphone.transfer.consultWith', { name })}
          data-hint={t('softphone.transfer.consultHint')}
          onClick={onConsult}
        >
          {t('softphone.transfer.consult')}
        </Button>
      )}
      <Button
        size="xs"
        disabled={disabled}
        aria-label={t('softphone.transfer.blindTo', { name })}
        data-hint={t('softphone.transfer.blindHint')}
        onClick={onBlind}
      >
        {t('softphone.transfer.blind')}
      </Button>
    </div>
  );
}
