import { NativeSelect } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { goalKinds } from '../../contract.ts';

interface RuleFiltersProps {
  words: string;
  number: string;
  goal: string;
  /** The numbers of ours there are rules for. */
  numbers: readonly { id: number; name: string }[];
  onChange: (change: { words?: string; number?: string; goal?: string }) => void;
}

/** Which rules are listed: by words, by the number called, by where they lead. */
export function RuleFilters({ words, number, goal, numbers, onChange }: RuleFiltersProps) {
  const t = useText();
  return (
    <>
      <SearchField label={t('flow-allocation.search')} value={words} onChange={(next) => onChange({ words: next })} />
      <NativeSelect
        aria-label={t('flow-allocation.column.number')}
        value={number}
        data={[
          { value: '', label: t('flow-allocation.anyNumber') },
          ...numbers.map(({ id, name }) => ({ value: String(id), label: spokenNumber(name) })),
        ]}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('flow-allocation.column.goal')}
        value={goal}
        data={[
          { value: '', label: t('flow-allocation.anyGoal') },
          ...goalKinds.map((value) => ({ value, label: t(`flow-allocation.goal.${value}`) })),
        ]}
        onChange={(event) => onChange({ goal: event.currentTarget.value })}
      />
    </>
  );
}
