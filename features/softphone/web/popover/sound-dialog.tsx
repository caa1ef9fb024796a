import { NativeSelect, Slider } from '@mantine/core';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { SoundKind, Volumes } from '#core/phone/phone-sound.port.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { usePhoneDesk, usePhoneView } from '../desk/phone-desk.ts';

const volumes = ['play', 'call'] as const satisfies readonly (keyof Volumes)[];
const kinds = ['microphone', 'speaker', 'ringer'] as const satisfies readonly SoundKind[];
const marks = [0, 50, 100].map((value) => ({ value }));

/** How loud both sides are, and which devices the phone uses; applied at once, also to a call. */
export default function SoundDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const desk = usePhoneDesk();
  const sound = usePhoneView()?.sound;
  if (!desk || !sound) return null;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('softphone.sound')} size={400}>
      <div className="sound-dialog">
        {volumes.map((which) => (
          <div key={which} className="sound-volume">
            <span>{t(`softphone.volume.${which}`)}</span>
            <output>{format.percent(sound.volumes[which] / 100)}</output>
            <Slider
              min={0}
              max={PHONE.volumeMax}
              step={PHONE.volumeStep}
              marks={marks}
              label={null}
              color="var(--accent)"
              thumbLabel={t(`softphone.volume.${which}`)}
              value={sound.volumes[which]}
              onChange={(volume) => desk.sound.setVolume(which, volume)}
            />
          </div>
        ))}
        {kinds.map((kind) => (
          <NativeSelect
            key={kind}
            label={t(`softphone.device.${kind}`)}
            value={sound.devices[kind].chosen ?? ''}
            data={[{ value: '', label: t('softphone.device.system') }, ...sound.devices[kind].list.map(({ id, name }, place) => ({ value: id, label: name || t('softphone.device.unnamed', { number: place + 1 }) }))]}
            onChange={(event) => desk.sound.choose(kind, event.currentTarget.value || null)}
          />
        ))}
      </div>
    </Dialog>
  );
}
