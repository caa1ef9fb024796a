import { ActionIcon, Badge, Button, Progress, Text } from '@mantine/core';
import { CircleCheck, CircleX, Play, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { flowsApi, CASES_PLAYED, type CaseResult } from '../../contract.ts';
import type { Draft } from './use-draft.ts';

interface CasesDrawerProps {
  id: number;
  draft: Draft;
  isLocked: boolean;
  onClose(): void;
}

/** Conversations that were kept: played against the draft by the hundred, with how each went. */
export function CasesDrawer({ id, draft, isLocked, onClose }: CasesDrawerProps) {
  const t = useText();
  const format = useFormat();
  const cases = useEndpoint(flowsApi.cases, { id }).data ?? [];
  const runs = useEndpoint(flowsApi.caseRuns, { id, page: 1, size: 10 }).data?.list ?? [];
  const [opened, setOpened] = useState<number | null>(null);
  const latest = runs.find(({ runId }) => runId === opened) ?? runs[0];
  const result = useEndpoint(flowsApi.caseRun, { runId: latest?.runId ?? 0 }, { enabled: latest?.state === 'done' }).data;
  const run = useCommand(flowsApi.runCases, { invalidates: [flowsApi.caseRuns], onDone: ({ runId }) => setOpened(runId) });
  const remove = useCommand(flowsApi.deleteCase, { invalidates: [flowsApi.cases] });
  useEffect(() => onEvent(CASES_PLAYED, () => {
    void invalidate(flowsApi.caseRuns);
    void invalidate(flowsApi.caseRun);
    void invalidate(flowsApi.query);
  }), []);
  const byCase = new Map((result?.results ?? []).map((one) => [one.caseId, one]));

  async function play(): Promise<void> {
    if ((await draft.flush()) !== null) run.mutate({ id, version: 'draft' });
  }
  async function askAndRemove(caseId: number, name: string): Promise<void> {
    if (await confirm({ title: t('flows.caseDeleteTitle'), body: name, yes: t('ui.delete'), danger: true })) remove.mutate({ id, caseIds: [caseId] });
  }

  return (
    <SidePanel opened title={t('flows.cases')} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="sm">{t('flows.casesHint')}</Text>
      {!isLocked && cases.length > 0 && <Button size="xs" leftSection={<Play size={14} aria-hidden />} loading={run.isPending || latest?.state === 'running'} onClick={() => void play()}>{t('flows.playCases')}</Button>}
      {latest?.state === 'running' && <Progress mt="sm" value={latest.total === 0 ? 0 : (latest.done / latest.total) * 100} aria-label={t('flows.playCases')} />}
      {latest?.state === 'done' && (
        <p className="flow-run">
          <Badge color={latest.passed === latest.total ? 'green' : 'red'} variant="light">{t('flows.passRate', { passed: latest.passed, total: latest.total })}</Badge>
          <span>{latest.askedBy} · {format.dateTime(latest.startedAt)}</span>
        </p>
      )}
      {cases.length === 0 && <Text size="sm">{t('flows.noCases')}</Text>}
      <ul className="flow-versions">
        {cases.map(({ caseId, name, steps, expects }) => (
          <li key={caseId}>
            <div className="flow-version-head">
              {byCase.has(caseId) && (byCase.get(caseId)!.passed ? <CircleCheck size={15} color="var(--tx-free)" aria-label={t('flows.casePassed')} /> : <CircleX size={15} color="var(--danger)" aria-label={t('flows.caseFailed')} />)}
              <b>{name}</b>
              <span>{t('flows.caseSize', { steps, expects })}</span>
              {!isLocked && <ActionIcon ms="auto" variant="subtle" color="gray" aria-label={t('flows.caseDelete', { name })} onClick={() => void askAndRemove(caseId, name)}><Trash2 size={14} aria-hidden /></ActionIcon>}
            </div>
            <Failures result={byCase.get(caseId)} />
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

function Failures({ result }: { result: CaseResult | undefined }) {
  const t = useText();
  if (!result || result.passed) return null;
  return <ul className="flow-changes">{result.failures.map(({ at, expectation, found }) => <li key={`${at} ${JSON.stringify(expectation)}`}>{t('flows.caseMiss', { step: at, expected: JSON.stringify(expectation), found: typeof found === 'string' ? found : JSON.stringify(found) })}</li>)}</ul>;
}
