import { ActionIcon, Badge, Button, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { CircleCheck, CircleX, Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Flow } from '#core/flow/flow.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { flowsApi, type CaseResult } from '../../contract.ts';
import { missText } from './case-words.ts';
import { SimulatePanel } from './simulate-panel.tsx';
import { useCaseRuns } from './use-case-runs.ts';
import type { FlowDraft } from './use-draft.ts';

interface CasesDrawerProps {
  id: number;
  flow: Flow;
  draft: FlowDraft;
  isLocked: boolean;
  onClose(): void;
}

/** Conversations that were kept, and callers that are made up: played against the draft, with how each went. */
export function CasesDrawer({ id, flow, draft, isLocked, onClose }: CasesDrawerProps) {
  const t = useText();
  const [shown, setShown] = useState<'kept' | 'madeUp'>('kept');
  return (
    <SidePanel opened size={520} title={t('flows.cases')} onClose={onClose}>
      <SegmentedControl
        fullWidth
        mb="sm"
        size="xs"
        value={shown}
        onChange={(next) => setShown(next as typeof shown)}
        data={[
          { value: 'kept', label: t('flows.casesKept') },
          { value: 'madeUp', label: t('flows.simulated') },
        ]}
      />
      {shown === 'kept' ? (
        <KeptCases id={id} draft={draft} isLocked={isLocked} />
      ) : (
        <SimulatePanel id={id} flow={flow} draft={draft} isLocked={isLocked} />
      )}
    </SidePanel>
  );
}

function KeptCases({ id, draft, isLocked }: Pick<CasesDrawerProps, 'id' | 'draft' | 'isLocked'>) {
  const t = useText();
  const format = useFormat();
  const kept = useEndpoint(flowsApi.cases, { id }, { handlesFailures: true });
  const cases = kept.data ?? [];
  const runs = useCaseRuns(id);
  const [opened, setOpened] = useState<number | null>(null);
  const latest = runs.find(({ runId }) => runId === opened) ?? runs[0];
  const result = useEndpoint(
    flowsApi.caseRun,
    { runId: latest?.runId ?? 0 },
    { enabled: latest?.state === 'done' },
  ).data;
  const run = useCommand(flowsApi.runCases, {
    invalidates: [flowsApi.caseRuns],
    onDone: ({ runId }) => setOpened(runId),
  });
  const cancel = useCommand(flowsApi.cancelCases, { invalidates: [flowsApi.caseRuns] });
  const remove = useCommand(flowsApi.deleteCase, { invalidates: [flowsApi.cases] });
  const byCase = new Map((result?.results ?? []).map((one) => [one.caseId, one]));

  async function play(): Promise<void> {
    if ((await draft.flush()) !== null) run.mutate({ id, version: 'draft' });
  }
  async function askAndRemove(caseId: number, name: string): Promise<void> {
    if (await confirm({ title: t('flows.caseDeleteTitle'), body: name, yes: t('ui.delete'), danger: true }))
      remove.mutate({ id, caseIds: [caseId] });
  }

  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('flows.casesHint')}
      </Text>
      {!isLocked && cases.length > 0 && (
        <Group gap="xs">
          <Button
            size="xs"
            leftSection={<Play size={14} aria-hidden />}
            loading={run.isPending || latest?.state === 'running'}
            onClick={() => void play()}
          >
            {t('flows.playCases')}
          </Button>
          {latest?.state === 'running' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Square size={13} aria-hidden />}
              onClick={() => cancel.mutate({ runId: latest.runId })}
            >
              {t('ui.cancel')}
            </Button>
          )}
        </Group>
      )}
      {latest?.state === 'running' && (
        <>
          <Progress
            mt="sm"
            value={latest.total === 0 ? 0 : (latest.done / latest.total) * 100}
            aria-label={t('flows.playCases')}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {t('flows.playedSoFar', { done: latest.done, total: latest.total })}
          </Text>
        </>
      )}
      {latest && latest.state !== 'running' && (
        <div className="flow-run">
          {latest.state === 'done' ? (
            <Badge color={latest.passed === latest.total ? 'green' : 'red'} variant="light">
              {t('flows.passRate', { passed: latest.passed, total: latest.total })}
            </Badge>
          ) : (
            <Badge color="gray" variant="light">
              {t('flows.runCancelled')}
            </Badge>
          )}
          <span>
            {latest.askedBy} · {format.dateTime(latest.startedAt)}
          </span>
        </div>
      )}
      {kept.isError && !kept.data && <ErrorState error={kept.error} onRetry={() => void kept.refetch()} />}
      {kept.isPending && <LoadingLines lines={4} />}
      {kept.data && cases.length === 0 && <Text size="sm">{t('flows.noCases')}</Text>}
      <ul className="flow-versions">
        {cases.map(({ caseId, name, steps, expects }) => (
          <li key={caseId}>
            <div className="flow-version-head">
              {byCase.has(caseId) &&
                (byCase.get(caseId)!.passed ? (
                  <CircleCheck size={15} color="var(--tx-free)" aria-label={t('flows.casePassed')} />
                ) : (
                  <CircleX size={15} color="var(--danger)" aria-label={t('flows.caseFailed')} />
                ))}
              <b>{name}</b>
              <span>{t('flows.caseSize', { steps, expects })}</span>
              {!isLocked && (
                <ActionIcon
                  ms="auto"
                  variant="subtle"
                  color="gray"
                  aria-label={t('flows.caseDelete', { name })}
                  onClick={() => void askAndRemove(caseId, name)}
                >
                  <Trash2 size={14} aria-hidden />
                </ActionIcon>
              )}
            </div>
            <Failures result={byCase.get(caseId)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Failures({ result }: { result: CaseResult | undefined }) {
  const t = useText();
  if (!result || result.passed) return null;
  return (
    <ul className="flow-changes">
      {result.failures.map((missed) => (
        <li key={`${missed.at} ${JSON.stringify(missed.expectation)}`}>{missText(t, missed)}</li>
      ))}
    </ul>
  );
}
