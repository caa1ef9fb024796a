import { Button } from '@mantine/core';
import { Play, Square } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import type { PhoneDesk } from '../desk/phone-desk.ts';
import { DeviceSelect } from '../sound/device-select.tsx';
import { VolumeSlider } from '../sound/volume-slider.tsx';
import { useTryOut } from './use-try-out.ts';

/** Where, and how loud, callers are heard. */
export function SpeakerCard({ desk }: { desk: PhoneDesk }) {
  const t = useText();
  const { playing, toggle } = useTryOut(desk);
  const isPlaying = playing === 'speaker';
  return (
    <Card title={t('softphone.device.speaker')}>
      <div className="phone-setting">
        <div className="phone-setting-try">
          <DeviceSelect kind="speaker" isTitled />
          <Button
            variant="default"
            leftSection={isPlaying ? <Square size={14} aria-hidden /> : <Play size={14} aria-hidden />}
            onClick={() => toggle('speaker')}
          >
            {isPlaying ? t('softphone.settings.stop') : t('softphone.settings.test')}
          </Button>
        </div>
        <VolumeSlider which="play" />
      </div>
    </Card>
  );
}
