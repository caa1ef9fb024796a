import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import type { SettingName } from '../../contract.ts';

interface SecurityCardProps {
  /** As it is saved; empty for what the installation allows. */
  days: string;
  save: (name: SettingName, value: string) => void;
}

/** How long a sign-in may last in this organisation; saved when the field is left. */
export function SecurityCard({ days, save }: SecurityCardProps) {
  const t = useText();
  const [typed, setTyped] = useState(days);
  const saveTyped = () => typed !== days && save('SessionDays', typed);
  return (
    <Card title={t('access.settings.security')}>
      <NumberInput
        label={t('access.settings.sessionDays')}
        description={t('access.settings.sessionDaysHint')}
        min={1}
        max={365}
        allowDecimal={false}
        allowNegative={false}
        value={typed}
        onChange={(value) => setTyped(String(value))}
        onBlur={saveTyped}
        onKeyDown={(event) => event.key === 'Enter' && saveTyped()}
      />
    </Card>
  );
}
