import { Alert, Button, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import type { Flow } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../../contract.ts';
import { CallerFactFields } from './caller-fact-fields.tsx';
import { SimulationSize } from './simulation-size.tsx';
import { newWish, simulationOf, type SimulationValues } from './simulation-values.ts';
import type { FlowDraft } from './use-draft.ts';

interface SimulationFormProps {
  id: number;
  flow: Flow;
  draft: FlowDraft;
  /** Null while it is not known. */
  hasModel: boolean | null;
  isRunning: boolean;
  onBegun(simulationId: number): void;
}

/** Who calls, what they want, and how often; the draft is saved before they do. */
export function SimulationForm({ id, flow, draft, hasModel, isRunning, onBegun }: SimulationFormProps) {
  const t = useText();
  const [wish, setWish] = useState(() => newWish(t('flows.callerNameFirst'), flow.languages[0]!));
  const set = (part: Partial<SimulationValues>): void => setWish((before) => ({ ...before, ...part }));
  const simulate = useCommand(flowsApi.simulate, {
    invalidates: [flowsApi.simulations],
    onDone: ({ simulationId }) => onBegun(simulationId),
  });
  const isByModel = wish.by === 'model';
  const isReady = wish.name.trim() !== '' && wish.goal.trim() !== '' && (!isByModel || hasModel === true);

  async function begin(): Promise<void> {
    if ((await draft.flush()) !== null) simulate.mutate(simulationOf(id, wish));
  }

  return (
    <form
      className="flow-fields"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <SegmentedControl
        fullWidth
        size="xs"
        value={wish.by}
        onChange={(by) => set({ by: by as SimulationValues['by'] })}
        data={[
          { value: 'model', label: t('flows.simulateBy.model') },
          { value: 'script', label: t('flows.simulateBy.script') },
        ]}
      />
      {isByModel && hasModel === false && (
        <Alert color="yellow" variant="light">
          <Text size="sm">{t('flows.noModel')}</Text>
          <Button mt={6} size="compact-xs" variant="default" onClick={() => set({ by: 'script' })}>
            {t('flows.takeScript')}
          </Button>
        </Alert>
      )}
      <Text size="xs" c="dimmed">
        {t(`flows.simulateHint.${wish.by}`)}
      </Text>
      <TextInput
        size="xs"
        required
        label={t('flows.callerName')}
        maxLength={60}
        value={wish.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {isByModel && (
        <Textarea
          size="xs"
          autosize
          minRows={2}
          maxRows={6}
          label={t('flows.persona')}
          placeholder={t('flows.personaExample')}
          maxLength={1_000}
          value={wish.persona}
          onChange={(event) => set({ persona: event.currentTarget.value })}
        />
      )}
      <Textarea
        size="xs"
        required
        autosize
        minRows={2}
        maxRows={6}
        label={t('flows.callerGoal')}
        placeholder={t(isByModel ? 'flows.callerGoalExample' : 'flows.callerGoalLines')}
        maxLength={500}
        value={wish.goal}
        onChange={(event) => set({ goal: event.currentTarget.value })}
      />
      <CallerFactFields
        facts={wish.facts}
        variables={isByModel ? null : flow.variables}
        onChange={(facts) => set({ facts })}
      />
      <TextInput
        size="xs"
        label={t('flows.mustSay')}
        description={t('flows.mustSayHint')}
        maxLength={500}
        value={wish.words}
        onChange={(event) => set({ words: event.currentTarget.value })}
      />
      <SimulationSize wish={wish} languages={flow.languages} onChange={set} />
      {isByModel && (
        <Text size="xs" c="dimmed">
          {t('flows.modelCosts', { most: wish.runs * wish.maxTurns })}
        </Text>
      )}
      <Button
        type="submit"
        size="xs"
        leftSection={<UserRoundSearch size={14} aria-hidden />}
        disabled={!isReady || isRunning}
        loading={simulate.isPending}
      >
        {t('flows.simulate')}
      </Button>
    </form>
  );
}
