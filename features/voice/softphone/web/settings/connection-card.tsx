import { Radio, Stack } from '@mantine/core';
import { mayChooseConnection } from '#core/phone/phone-codes.ts';
import type { Phone } from '#core/phone/phone.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import type { PhoneDesk } from '../desk/phone-desk.ts';

const ways = [
  { type: ConnectionType.agentPhone, name: 'session' },
  { type: ConnectionType.userInfo, name: 'password' },
] as const;

/** [CALL-18] How the phone of this computer comes by its account. */
export function ConnectionCard({ desk, phone }: { desk: PhoneDesk; phone: Phone }) {
  const t = useText();
  const isFree = mayChooseConnection(phone);
  return (
    <Card title={t('softphone.signIn.title')}>
      <Radio.Group
        aria-label={t('softphone.signIn.title')}
        value={String(phone.rules.connectionType)}
        onChange={(chosen) => {
          const way = ways.find(({ type }) => String(type) === chosen);
          if (way) desk.chooseConnection(way.type);
        }}
      >
        <Stack gap="xs">
          {ways.map(({ type, name }) => (
            <Radio
              key={type}
              value={String(type)}
              disabled={!isFree}
              label={t(`softphone.signIn.by.${name}`)}
              description={t(`softphone.signIn.by.${name}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Card>
  );
}
