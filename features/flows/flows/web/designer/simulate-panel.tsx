import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Progress,
  SegmentedControl,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Plus, Square, Trash2, UserRoundSearch } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { MODEL_TURNS_MOST } from '../../core/model-caller.ts';
import type { Flow } from '#core/flow/flow.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { flowsApi, SIMULATED, SIMULATIONS_MOST, type Simulation } from '../../contract.ts';
import { SimulatedTalks } from './simulated-talks.tsx';
import type { Draft } from './use-draft.ts';

interface SimulatePanelProps {
  id: number;
  flow: Flow;
  draft: Draft;
  isLocked: boolean;
}

interface Wish {
  by: 'model' | 'script';
  name: string;
  persona: string;
  goal: string;
  facts: readonly { name: string; value: string }[];
  language: CustomerLanguage;
  runs: number;
  maxTurns: number;
  words: string;
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

function SimulationForm({
  id,
  flow,
  draft,
  hasModel,
  isRunning,
  onBegun,
}: {
  id: number;
  flow: Flow;
  draft: Draft;
  hasModel: boolean | null;
  isRunning: boolean;
  onBegun(simulationId: number): void;
}) {
  const t = useText();
  const keys = useId();
  const [wish, setWish] = useState<Wish>({
    by: 'model',
    name: t('flows.callerNameFirst'),
    persona: '',
    goal: '',
    facts: [],
    language: flow.languages[0]!,
    runs: 3,
    maxTurns: 20,
    words: '',
  });
  const set = (part: Partial<Wish>): void => setWish((before) => ({ ...before, ...part }));
  const setFact = (at: number, part: Partial<Wish['facts'][number]>): void =>
    set({ facts: wish.facts.map((fact, other) => (other === at ? { ...fact, ...part } : fact)) });
  const simulate = useCommand(flowsApi.simulate, {
    invalidates: [flowsApi.simulations],
    onDone: ({ simulationId }) => onBegun(simulationId),
  });
  const isByModel = wish.by === 'model';
  const isReady = wish.name.trim() !== '' && wish.goal.trim() !== '' && (!isByModel || hasModel === true);

  async function begin(): Promise<void> {
    if ((await draft.flush()) === null) return;
    const { by, name, persona, goal, facts, language, runs, maxTurns, words } = wish;
    const caller = {
      name,
      persona,
      goal,
      language,
      facts: Object.fromEntries(facts.filter((fact) => fact.name.trim() !== '').map((fact) => [fact.name, fact.value])),
    };
    simulate.mutate({
      id,
      version: 'draft',
      by,
      caller,
      runs,
      maxTurns,
      expects: words.trim() === '' ? [] : [{ words: words.trim() }],
    });
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
        onChange={(by) => set({ by: by as Wish['by'] })}
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
      <div className="flow-facts">
        <Text size="xs" fw={500}>
          {t('flows.callerFacts')}
        </Text>
        {!isByModel && (
          <datalist id={keys}>
            {flow.variables.map(({ attrKey, name }) => (
              <option key={attrKey} value={attrKey}>
                {name}
              </option>
            ))}
          </datalist>
        )}
        {wish.facts.map((fact, at) => (
          // A fact is told by its place while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} gap={6} wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('flows.factName')}
              placeholder={t('flows.factName')}
              maxLength={60}
              {...(isByModel ? {} : { list: keys })}
              value={fact.name}
              onChange={(event) => setFact(at, { name: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('flows.factValue')}
              placeholder={t('flows.factValue')}
              maxLength={200}
              value={fact.value}
              onChange={(event) => setFact(at, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('flows.removeFact')}
              onClick={() => set({ facts: wish.facts.filter((_, other) => other !== at) })}
            >
              <Trash2 size={14} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {wish.facts.length < 20 && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Plus size={12} aria-hidden />}
            onClick={() => set({ facts: [...wish.facts, { name: '', value: '' }] })}
          >
            {t('flows.addFact')}
          </Button>
        )}
      </div>
      <TextInput
        size="xs"
        label={t('flows.mustSay')}
        description={t('flows.mustSayHint')}
        maxLength={500}
        value={wish.words}
        onChange={(event) => set({ words: event.currentTarget.value })}
      />
      <div className="flow-simulate-size">
        {flow.languages.length > 1 && (
          <NativeSelect
            size="xs"
            label={t('flows.callerLanguage')}
            value={wish.language}
            onChange={(event) => set({ language: event.currentTarget.value as CustomerLanguage })}
            data={flow.languages.map((code) => ({ value: code, label: codeLabel(CustomerLanguage, code) }))}
          />
        )}
        <NumberInput
          size="xs"
          label={t('flows.howOften')}
          min={1}
          max={SIMULATIONS_MOST}
          allowDecimal={false}
          clampBehavior="strict"
          value={wish.runs}
          onChange={(runs) => set({ runs: Number(runs) || 1 })}
        />
        <NumberInput
          size="xs"
          label={t('flows.turnsMost')}
          min={1}
          max={MODEL_TURNS_MOST}
          allowDecimal={false}
          clampBehavior="strict"
          value={wish.maxTurns}
          onChange={(maxTurns) => set({ maxTurns: Number(maxTurns) || 1 })}
        />
      </div>
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
