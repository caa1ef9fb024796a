import { Button, MultiSelect } from '@mantine/core';
import type { DataOf } from '#platform/web/call.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import type { tenantsApi } from '../../contract.ts';

export interface HelpRightsProps {
  /** Every right there is, by capability. */
  rights: DataOf<typeof tenantsApi.helpRights>;
  value: readonly string[];
  onChange: (functions: string[]) => void;
  error?: string | undefined;
}

const LOOKING = /\.(view|use)$/;

/** What somebody who helps may do: to look around, everything, or right by right. */
export default function HelpRights({ rights, value, onChange, error }: HelpRightsProps) {
  const t = useText();
  const keys = rights.flatMap(({ functions }) => functions.map(({ key }) => key));
  const looking = keys.filter((key) => LOOKING.test(key));
  const isSame = (some: readonly string[]) => some.length === value.length && some.every((key) => value.includes(key));
  const choice = (label: string, some: string[]) => (
    <Button
      size="xs"
      variant={isSame(some) ? 'filled' : 'default'}
      aria-pressed={isSame(some)}
      onClick={() => onChange(some)}
    >
      {label}
    </Button>
  );
  return (
    <div className="form">
      <div className="page-actions">
        {choice(t('tenants.rights.looking'), looking)}
        {choice(t('tenants.rights.all'), keys)}
      </div>
      <MultiSelect
        label={t('tenants.rights.label', { count: value.length })}
        description={t('tenants.rights.hint')}
        error={error}
        searchable
        clearable
        hidePickedOptions
        maxDropdownHeight={260}
        comboboxProps={LONG_LIST}
        classNames={{ pillsList: 'rights-pills' }}
        data={rights.map(({ label, functions }) => ({
          group: label,
          items: functions.map((one) => ({ value: one.key, label: `${label}: ${one.label}` })),
        }))}
        value={[...value]}
        onChange={onChange}
      />
    </div>
  );
}

/** The rights to look around, which are asked for unless somebody says more. */
export const lookingAround = (rights: HelpRightsProps['rights']): string[] =>
  rights.flatMap(({ functions }) => functions.map(({ key }) => key)).filter((key) => LOOKING.test(key));
