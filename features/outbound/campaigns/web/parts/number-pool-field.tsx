import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { campaignsApi, NUMBER_POOL_MOST } from '../../contract.ts';

export interface CampaignNumberPoolProps {
  numbers: readonly string[];
  onChange: (numbers: string[]) => void;
  error?: ReactNode;
}

/** Numbers of ours that are shown in turns to whoever is called; none: as the route says. */
export default function CampaignNumberPool({ numbers, onChange, error }: CampaignNumberPoolProps) {
  const t = useText();
  const mayChoose = useCan()('campaigns.edit');
  const ours = useEndpoint(
    campaignsApi.numbers,
    {},
    { enabled: mayChoose, staleMs: 60_000, handlesFailures: true },
  ).data;
  const remarks = new Map((ours ?? []).map(({ number, remark }) => [number, remark]));
  return (
    <TagsInput
      clearable
      maxTags={NUMBER_POOL_MOST}
      comboboxProps={LONG_LIST}
      label={t('campaigns.field.numberPool')}
      description={t('campaigns.numberPoolHint')}
      data={[...remarks.keys()]}
      renderOption={({ option: { value } }) => [spokenNumber(value), remarks.get(value)].filter(Boolean).join(' · ')}
      value={[...numbers]}
      // As it is written on paper, or with the sign before it: what counts are the digits.
      onChange={(next) => onChange([...new Set(next.map((one) => one.replace(/\D/g, '')).filter(Boolean))])}
      error={error}
    />
  );
}
