import { ActionIcon, Button, SegmentedControl, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import { agentGroupsApi, type TransferGroup } from '#features/team/agent-groups/contract.ts';
import { callsApi, HAND_ON_REASON_MAX, type KeptTarget } from '#features/voice/calls/contract.ts';
import { agentStatusTone, AgentStatus } from '#shared/codes/agent-status.ts';
import { typedNumber } from '../../../core/dial-rules.ts';
import type { InputOf } from '#platform/web/call.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { keyOf, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { colleaguesOf, groupsMatching, targetSections, type Colleague, type TargetSection } from './transfer-list.ts';
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
  // Without its stars the list is still a list.
  const kept = useEndpoint(callsApi.transferTargets, {}, { staleMs: 60_000, handlesFailures: true }).data ?? [];
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const people = kind === 'colleague' ? colleaguesOf(data, me?.userId ?? null, word) : [];
  const groups = kind === 'group' ? groupsMatching(data, word) : [];
  if (people.length + groups.length === 0) return <p className="transfer-none">{t('softphone.transfer.none')}</p>;
  const parts = { disabled, onTransfer };
  return (
    <div className="transfer-rows">
      <Sections
        sections={targetSections(people, kept, ({ userId }, target) => target.userId === userId)}
        row={(agent) => (
          <ColleagueRow
            key={agent.userId}
            agent={agent}
            isStarred={hasStar(kept, { userId: agent.userId })}
            {...parts}
          />
        )}
      />
      <Sections
        sections={targetSections(groups, kept, ({ id }, target) => target.groupId === id)}
        row={(group) => (
          <GroupRow key={group.id} group={group} isStarred={hasStar(kept, { groupId: group.id })} {...parts} />
        )}
      />
    </div>
  );
}

type Starred = { userId: number } | { groupId: number };
const hasStar = (kept: readonly KeptTarget[], target: Starred): boolean =>
  kept.some(
    ({ userId, groupId, isStarred }) =>
      isStarred && ('userId' in target ? userId === target.userId : groupId === target.groupId),
  );

/** One list has no heading; several say what they are. */
function Sections<Row>({ sections, row }: { sections: TargetSection<Row>[]; row: (one: Row) => ReactNode }) {
  const t = useText();
  return sections.map(({ title, rows }) => (
    <section key={title} aria-label={t(`softphone.transfer.${title}`)}>
      {sections.length > 1 && <h4 aria-hidden>{t(`softphone.transfer.${title}`)}</h4>}
      <ul>{rows.map(row)}</ul>
    </section>
  ));
}

function StarButton({ target, name, isStarred }: { target: Starred; name: string; isStarred: boolean }) {
  const t = useText();
  const client = useQueryClient();
  const star = useCommand(callsApi.starTarget, {
    onDone: (kept) => client.setQueryData(keyOf(callsApi.transferTargets, {}), kept),
  });
  const words = t(isStarred ? 'softphone.transfer.unstar' : 'softphone.transfer.star', { name });
  return (
    <ActionIcon
      size={26}
      className="transfer-star"
      aria-label={words}
      aria-pressed={isStarred}
      data-hint={words}
      disabled={star.isPending}
      onClick={() => star.mutate({ target, isStarred: !isStarred })}
    >
      <Star size={14} fill={isStarred ? 'currentColor' : 'none'} aria-hidden />
    </ActionIcon>
  );
}

interface RowProps extends PartProps {
  isStarred: boolean;
}

/** Who is offline is shown, and cannot be chosen. */
function ColleagueRow({
  agent: { userId, name, status, free, inCall },
  isStarred,
  disabled,
  onTransfer,
}: RowProps & { agent: Colleague }) {
  const t = useText();
  return (
    <li data-tone={inCall ? 'blue' : agentStatusTone(status, false)} data-away={!free || undefined}>
      <StarButton target={{ userId }} name={name} isStarred={isStarred} />
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
  );
}

function GroupRow({
  group: { id, name, groupNo, free, waiting, longestWaitSec },
  isStarred,
  disabled,
  onTransfer,
}: RowProps & { group: TransferGroup }) {
  const t = useText();
  return (
    <li data-tone={free > 0 ? 'green' : 'grey'}>
      <StarButton target={{ groupId: id }} name={name} isStarred={isStarred} />
      <i className="line-dot" aria-hidden />
      <span>
        <b>{name}</b>
        <small>
          {t('softphone.transfer.groupState', { number: groupNo, free, waiting })}
          {longestWaitSec > 0 &&
            ` · ${t('softphone.transfer.groupWait', { time: shortClock(longestWaitSec * 1_000) })}`}
        </small>
      </span>
      <Deeds name={name} disabled={disabled} onBlind={() => onTransfer({ kind: 'blind', target: { groupId: id } })} />
    </li>
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
