import { ActionIcon, Radio } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { preferencesApi } from '#features/office/preferences/contract.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { Ringtone } from '#shared/codes/ringtone.ts';
import type { PhoneDesk } from '../desk/phone-desk.ts';
import { DeviceSelect } from '../sound/device-select.tsx';
import { VolumeSlider } from '../sound/volume-slider.tsx';
import { StateLine } from './state-line.tsx';
import { useTryOut } from './use-try-out.ts';

/** What rings, where and how loud. The ringtone goes with the person, the device stays with the computer. */
export function RingerCard({ desk, volume }: { desk: PhoneDesk; volume: number }) {
  const t = useText();
  const { data } = useEndpoint(preferencesApi.ringtone, {});
  const [wished, setWished] = useState<Ringtone | null>(null);
  const command = useCommand(preferencesApi.switchRingtone, {
    invalidates: [preferencesApi.ringtone],
    onFailed: () => setWished(null),
  });
  const { playing, toggle } = useTryOut(desk);
  const ringtone = wished ?? data?.ringtone ?? null;
  const choose = (to: Ringtone) => {
    setWished(to);
    command.mutate({ ringtone: to });
  };
  return (
    <Card title={t('softphone.device.ringer')}>
      {(ringtone === Ringtone.silent || volume === 0) && (
        <StateLine isGood={false} text={t('softphone.settings.silent')} />
      )}
      <div className="phone-setting">
        <DeviceSelect kind="ringer" isTitled />
        <VolumeSlider which="ring" />
        {ringtone === null ? (
          <LoadingLines lines={3} />
        ) : (
          <Radio.Group
            label={t('softphone.settings.ringtone')}
            description={t('softphone.settings.ringtoneHint')}
            value={ringtone}
            onChange={(to) => choose(to as Ringtone)}
          >
            <div className="ringtones">
              {Ringtone.rows.map(({ code, key }) => (
                <div key={code} data-chosen={code === ringtone || undefined}>
                  <Radio value={code} label={textOf(key)} />
                  {code !== Ringtone.silent && (
                    <ActionIcon
                      size={28}
                      aria-label={
                        playing === code
                          ? t('softphone.settings.stop')
                          : t('softphone.settings.preview', { name: textOf(key) })
                      }
                      aria-pressed={playing === code}
                      onClick={() => toggle(code)}
                    >
                      {playing === code ? <Square size={13} aria-hidden /> : <Play size={14} aria-hidden />}
                    </ActionIcon>
                  )}
                </div>
              ))}
            </div>
          </Radio.Group>
        )}
      </div>
    </Card>
  );
}
