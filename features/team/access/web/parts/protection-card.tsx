import { Radio, Stack } from '@mantine/core';
import { EncryptType } from '#shared/codes/encrypt-type.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { SettingName } from '../../contract.ts';

interface ProtectionCardProps {
  /** As it was set; null where it never was. */
  value: string | null;
  isSaving: boolean;
  save: (name: SettingName, value: string) => void;
}

const hints = {
  [EncryptType.none]: 'access.settings.protection.noneHint',
  [EncryptType.masked]: 'access.settings.protection.maskedHint',
  [EncryptType.encrypted]: 'access.settings.protection.encryptedHint',
  [EncryptType.maskedAndEncrypted]: 'access.settings.protection.bothHint',
} as const;

/** [SEC-02] From whom numbers of customers are hidden, beyond what roles, keys and webhooks say. */
export function ProtectionCard({ value, isSaving, save }: ProtectionCardProps) {
  const t = useText();
  return (
    <Card title={t('access.settings.protection')}>
      <Radio.Group
        label={t('access.settings.protection.label')}
        value={value ?? String(EncryptType.none)}
        onChange={(chosen) => save('EncryptType', chosen)}
      >
        <Stack gap="xs" mt="xs">
          {EncryptType.rows.map(({ code }) => (
            <Radio
              key={code}
              value={String(code)}
              disabled={isSaving}
              label={codeLabel(EncryptType, code)}
              description={t(hints[code])}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Card>
  );
}
