import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { routesApi } from '../../contract.ts';

const PAUSE_MS = 200;

interface PlanPersonProps {
  userId: number | null;
  error: string | undefined;
  onChange: (userId: number | null) => void;
}

/** Whose call the plan is asked about; the server looks for names, since there may be hundreds. */
export function PlanPerson({ userId, error, onChange }: PlanPersonProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const isChosen = chosen !== null && typed === chosen.label;
  const [keyword] = useDebouncedValue(isChosen ? '' : typed.trim().slice(0, 60), PAUSE_MS);
  const found = useEndpoint(routesApi.planPeople, { keyword }, { keepPrevious: true }).data ?? [];
  const people = found.map(({ userId: id, name, sipNum }) => ({ value: String(id), label: `${name} (${sipNum})` }));
  return (
    <Select
      required
      label={t('routes.ask.agent')}
      description={t('routes.ask.agentHint')}
      searchable
      clearable
      data={chosen && !people.some(({ value }) => value === chosen.value) ? [chosen, ...people] : people}
      // The server found them already, by spellings this page knows nothing of.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('routes.ask.nobody')}
      value={userId === null ? null : String(userId)}
      error={error}
      onChange={(value, option) => {
        setChosen(option);
        onChange(value === null ? null : Number(value));
      }}
    />
  );
}
