import { Badge, Button, NativeSelect, Progress, Text } from '@mantine/core';
import { Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Flow } from '#core/flow/flow.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { flowsApi, SIMULATED, type Simulation } from '../../contract.ts';
import { SimulatedTalks } from './simulated-talks.tsx';
import { SimulationForm } from './simulation-form.tsx';
import type { FlowDraft } from './use-draft.ts';

interface SimulatePanelProps {
  id: number;
  flow: Flow;
  draft: FlowDraft;
  isLocked: boolean;
}

/** Callers that are made up, by the team's language model or by rules: who they are, what they want, and how they fared. */
export function SimulatePanel({ id, flow, draft, isLocked }: SimulatePanelProps) {
  const t = useText();
  const format = useFormat();
  const known = useEndpoint(flowsApi.simulations, { id }, { staleMs: 0 }).data;
  const list = known?.list ?? [];
  const [opened, setOpened] = useState<number | null>(null);
  const cancel = useCommand(flowsApi.cancelSimulation, { invalidates: [flowsApi.simulations, flowsApi.simulation] });
  useEffect(
    () =>
      onEvent(SIMULATED, () => {
        void invalidate(flowsApi.simulations);
        void invalidate(flowsApi.simulation);
      }),
    [],
  );
  const running = list.find(({ state }) => state === 'running');
  const shown = list.find(({ simulationId }) => simulationId === opened) ?? list[0];

  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('flows.simulatedHint')}
      </Text>
      {!isLocked && (
        <SimulationForm
          id={id}
          flow={flow}
          draft={draft}
          hasModel={known?.hasModel ?? null}
          isRunning={running !== undefined}
          onBegun={setOpened}
        />
      )}
      {running && (
        <div className="flow-check-running">
          <Progress
            flex={1}
            value={(running.done / running.total) * 100}
            aria-label={t('flows.simulatedSoFar', { done: running.done, total: running.total })}
          />
          <Text size="xs" c="dimmed">
            {t('flows.simulatedSoFar', { done: running.done, total: running.total })}
          </Text>
          {!isLocked && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<Square size={11} aria-hidden />}
              onClick={() => cancel.mutate({ simulationId: running.simulationId })}
            >
              {t('ui.cancel')}
            </Button>
          )}
        </div>
      )}
      {list.length > 1 && (
        <NativeSelect
          mt="md"
          size="xs"
          aria-label={t('flows.simulationsBefore')}
          value={String(shown?.simulationId ?? '')}
          onChange={(event) => setOpened(Number(event.currentTarget.value))}
          data={list.map((one) => ({
            value: String(one.simulationId),
            label: `${one.wish.caller.name} · ${format.dateTime(one.startedAt)}`,
          }))}
        />
      )}
      {shown && (
        <>
          <div className="flow-run">
            <SimulationBadge simulation={shown} />
            <span>
              {shown.wish.caller.name} · {t(`flows.simulateBy.${shown.wish.by}`)} ·{' '}
              {shown.version === null ? t('flows.thisDraft') : t('flows.version', { version: shown.version })} ·{' '}
              {shown.askedBy}
            </span>
          </div>
          <SimulatedTalks id={id} simulation={shown} isLocked={isLocked} />
        </>
      )}
    </>
  );
}

function SimulationBadge({ simulation: { state, passed, done } }: { simulation: Simulation }) {
  const t = useText();
  if (state === 'running')
    return (
      <Badge color="blue" variant="light">
        {t('flows.simulating')}
      </Badge>
    );
  if (state === 'cancelled' && done === 0)
    return (
      <Badge color="gray" variant="light">
        {t('flows.runCancelled')}
      </Badge>
    );
  return (
    <Badge color={passed === done ? 'green' : 'red'} variant="light">
      {t('flows.passedOf', { passed, total: done })}
    </Badge>
  );
}
