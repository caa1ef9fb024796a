import { NativeSelect } from '@mantine/core';
import type { SoundKind } from '#core/phone/phone-sound.port.ts';
import { useText } from '#platform/web/i18n.ts';
import { usePhoneDesk, usePhoneView } from '../desk/phone-desk.ts';

/** Which device of this computer the phone uses for one purpose; used at once, also in a call. `isTitled`: a heading above says which. */
export function DeviceSelect({ kind, isTitled = false }: { kind: SoundKind; isTitled?: boolean }) {
  const t = useText();
  const desk = usePhoneDesk();
  const devices = usePhoneView()?.sound.devices[kind];
  if (!desk || !devices) return null;
  const { list, chosen, used } = devices;
  // Browsers may have given the chosen one another id.
  const shown = used ?? chosen;
  const isAway = chosen !== null && !list.some(({ id }) => id === shown);
  const data = [
    { value: '', label: t('softphone.device.system') },
    ...list.map(({ id, name }, place) => ({
      value: id,
      label: name || t('softphone.device.unnamed', { number: place + 1 }),
    })),
    ...(isAway ? [{ value: chosen, label: t('softphone.device.away') }] : []),
  ];
  const name = t(`softphone.device.${kind}`);
  return (
    <NativeSelect
      {...(isTitled ? { 'aria-label': name } : { label: name })}
      value={shown ?? ''}
      data={data}
      onChange={(event) => desk.sound.choose(kind, event.currentTarget.value || null)}
    />
  );
}
