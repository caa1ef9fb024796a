import { Button } from '@mantine/core';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import type { MicrophonePermission } from '#core/phone/phone-sound.port.ts';
import { useText } from '#platform/web/i18n.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { Card } from '#platform/web/ui/page.tsx';
import type { PhoneDesk } from '../desk/phone-desk.ts';
import { DeviceSelect } from '../sound/device-select.tsx';
import { LevelBar } from '../sound/level-bar.tsx';
import { VolumeSlider } from '../sound/volume-slider.tsx';
import { StateLine } from './state-line.tsx';

const guide = () => shellDialogs.show({ kind: 'permission', blocked: BlockedMedia.microphone });

/** Whether callers hear the person, and through what. */
export function MicrophoneCard({ desk, permission }: { desk: PhoneDesk; permission: MicrophonePermission }) {
  const t = useText();
  const isOpen = permission === 'granted';
  const ask = async () => {
    if ((await desk.sound.askPermission()) === 'denied') guide();
  };
  return (
    <Card title={t('softphone.device.microphone')}>
      <StateLine isGood={isOpen} text={t(`softphone.microphone.${permission}`)}>
        {permission === 'prompt' && (
          <Button size="xs" onClick={() => void ask()}>
            {t('softphone.microphone.allow')}
          </Button>
        )}
        {permission === 'denied' && (
          <Button size="xs" variant="default" onClick={guide}>
            {t('softphone.settings.how')}
          </Button>
        )}
      </StateLine>
      <div className="phone-setting">
        <DeviceSelect kind="microphone" isTitled />
        {isOpen && (
          <div className="phone-level">
            <LevelBar />
            <small>{t('softphone.settings.levelHint')}</small>
          </div>
        )}
        <VolumeSlider which="call" />
      </div>
    </Card>
  );
}
