import { Button } from '@mantine/core';
import { Settings } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { usePhoneDesk } from '../desk/phone-desk.ts';
import { DeviceSelect } from '../sound/device-select.tsx';
import { VolumeSlider } from '../sound/volume-slider.tsx';

/** How loud both sides are, and which devices the phone uses; what is needed in a call. The rest is on the page of the settings. */
export default function SoundDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const desk = usePhoneDesk();
  if (!desk) return null;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('softphone.sound')} size={400}>
      <div className="sound-dialog">
        <VolumeSlider which="play" />
        <VolumeSlider which="call" />
        <DeviceSelect kind="microphone" />
        <DeviceSelect kind="speaker" />
        <DeviceSelect kind="ringer" />
        <Button
          variant="subtle"
          leftSection={<Settings size={15} aria-hidden />}
          onClick={() => {
            onClose();
            desk.openSettings();
          }}
        >
          {t('softphone.settings.open')}
        </Button>
      </div>
    </Dialog>
  );
}
