import { Slider } from '@mantine/core';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { Volumes } from '#core/phone/phone-sound.port.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { usePhoneDesk, usePhoneView } from '../desk/phone-desk.ts';
import './sound.css';

const marks = [0, 50, 100].map((value) => ({ value }));

/** How loud one of the phone's voices is; applied at once, also to a call. */
export function VolumeSlider({ which }: { which: keyof Volumes }) {
  const t = useText();
  const format = useFormat();
  const desk = usePhoneDesk();
  const volume = usePhoneView()?.sound.volumes[which];
  if (!desk || volume === undefined) return null;
  return (
    <div className="sound-volume">
      <span>{t(`softphone.volume.${which}`)}</span>
      <output>{format.percent(volume / 100)}</output>
      <Slider
        min={0}
        max={PHONE.volumeMax}
        step={PHONE.volumeStep}
        marks={marks}
        label={null}
        color="var(--accent)"
        thumbLabel={t(`softphone.volume.${which}`)}
        value={volume}
        onChange={(to) => desk.sound.setVolume(which, to)}
      />
    </div>
  );
}
