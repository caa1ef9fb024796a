import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { Flow } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import type { CallerFact } from './simulation-values.ts';

const FACTS_MOST = 20;

interface CallerFactFieldsProps {
  facts: readonly CallerFact[];
  /** Whose names are offered: a caller by rules answers what the flow asks for. Null: any name will do. */
  variables: Flow['variables'] | null;
  onChange: (facts: readonly CallerFact[]) => void;
}

/** What a made-up caller knows. */
export function CallerFactFields({ facts, variables, onChange }: CallerFactFieldsProps) {
  const t = useText();
  const keys = useId();
  const setFact = (at: number, part: Partial<CallerFact>): void =>
    onChange(facts.map((fact, other) => (other === at ? { ...fact, ...part } : fact)));
  return (
    <div className="flow-facts">
      <Text size="xs" fw={500}>
        {t('flows.callerFacts')}
      </Text>
      {variables && (
        <datalist id={keys}>
          {variables.map(({ attrKey, name }) => (
            <option key={attrKey} value={attrKey}>
              {name}
            </option>
          ))}
        </datalist>
      )}
      {facts.map((fact, at) => (
        // A fact is told by its place while it is typed.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={at} gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            aria-label={t('flows.factName')}
            placeholder={t('flows.factName')}
            maxLength={60}
            {...(variables ? { list: keys } : {})}
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
            onClick={() => onChange(facts.filter((_, other) => other !== at))}
          >
            <Trash2 size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {facts.length < FACTS_MOST && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Plus size={12} aria-hidden />}
          onClick={() => onChange([...facts, { name: '', value: '' }])}
        >
          {t('flows.addFact')}
        </Button>
      )}
    </div>
  );
}
