import { ActionIcon, Badge, Button, Progress, Text } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useCan } from '#platform/web/viewer.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { flowsApi, type CaseRun } from '../../contract.ts';
import { missText } from './case-words.ts';
import { useCaseRuns } from './use-case-runs.ts';
import type { FlowDraft } from './use-draft.ts';

/** How many kept conversations went wrong with exactly this draft; none when it was not tried. */
export interface Checked {
  failed: number;
  total: number;
}

const NAMED = 5;

/** How kept conversations go with this draft, beside the version callers hear now; those that fail are named. */
export function PublishCheck({
  id,
  draft,
  onChecked,
}: {
  id: number;
  draft: FlowDraft;
  onChecked(checked: Checked): void;
}) {
  const t = useText();
  const mayPlay = useCan()('flows.edit');
  const cases = useEndpoint(flowsApi.cases, { id }).data;
  const live =
    useEndpoint(flowsApi.versions, { id, page: 1, size: 50 }).data?.list?.find(({ isLive }) => isLive) ?? null;
  const runs = useCaseRuns(id);
  const run = useCommand(flowsApi.runCases, { invalidates: [flowsApi.caseRuns] });
  const cancel = useCommand(flowsApi.cancelCases, { invalidates: [flowsApi.caseRuns] });
  const running = runs.find(({ state }) => state === 'running');
  const ofDraft = runs.find(({ state, draftVersion }) => state === 'done' && draftVersion === draft.draftVersion);
  const ofLive = live && (runs.find(({ state, version }) => state === 'done' && version === live.version) ?? null);
  const missed = (
    useEndpoint(
      flowsApi.caseRun,
      { runId: ofDraft?.runId ?? 0 },
      { enabled: ofDraft !== undefined && ofDraft.passed < ofDraft.total },
    ).data?.results ?? []
  ).filter(({ passed }) => !passed);
  const [failed, total] = ofDraft ? [ofDraft.total - ofDraft.passed, ofDraft.total] : [0, 0];
  useEffect(() => onChecked({ failed, total }), [failed, total, onChecked]);
  if (!cases) return null;
  if (cases.length === 0)
    return (
      <Text size="sm" c="dimmed" mb="sm">
        {t('flows.publishNoCases')}
      </Text>
    );

  async function play(version: number | 'draft'): Promise<void> {
    if ((await draft.flush()) !== null) run.mutate({ id, version });
  }
  const row = (name: string, of: CaseRun | null | undefined, version: number | 'draft') => (
    <li>
      <span>{name}</span>
      {of ? (
        <Badge color={of.passed === of.total ? 'green' : 'red'} variant="light">
          {t('flows.passedOf', { passed: of.passed, total: of.total })}
        </Badge>
      ) : (
        <Badge color="gray" variant="light">
          {t('flows.notPlayed')}
        </Badge>
      )}
      {mayPlay && (
        <ActionIcon
          variant="default"
          size={26}
          title={t('flows.playNow')}
          aria-label={t('flows.playWith', { name })}
          disabled={running !== undefined || run.isPending}
          onClick={() => void play(version)}
        >
          <Play size={13} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
  return (
    <section className="flow-check" aria-label={t('flows.casesKept')}>
      <b>{t('flows.casesKept')}</b>
      <ul className="flow-check-rows">
        {row(t('flows.thisDraft'), ofDraft, 'draft')}
        {live && row(t('flows.liveVersion', { version: live.version }), ofLive, live.version)}
      </ul>
      {running && (
        <div className="flow-check-running">
          <Progress
            flex={1}
            value={running.total === 0 ? 0 : (running.done / running.total) * 100}
            aria-label={t('flows.playedSoFar', { done: running.done, total: running.total })}
          />
          {mayPlay && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<Square size={11} aria-hidden />}
              onClick={() => cancel.mutate({ runId: running.runId })}
            >
              {t('ui.cancel')}
            </Button>
          )}
        </div>
      )}
      {missed.length > 0 && (
        <ul className="flow-check-missed">
          {missed.slice(0, NAMED).map(({ caseId, name, failures }) => (
            <li key={caseId}>
              <b>{name}</b>
              {failures[0] && <span>{missText(t, failures[0])}</span>}
            </li>
          ))}
          {missed.length > NAMED && <li>{t('flows.moreFailed', { count: missed.length - NAMED })}</li>}
        </ul>
      )}
    </section>
  );
}
