import type { EquipmentFacts } from '#core/equipment/equipment.ts';
import type { SoundDevices, SoundKind } from '#core/phone/phone-sound.port.ts';
import type { PhoneView } from '#features/voice/softphone/web/index.ts';

type Sound = Pick<PhoneView['sound'], 'permission' | 'devices'>;

/** The name of the device in use; `system` stands for the system's own choice where browsers name no other. */
export function deviceName({ devices, permission }: Sound, kind: SoundKind, system: string): string {
  const { list, used, system: named }: SoundDevices[SoundKind] = devices[kind];
  const device = list.find(({ id }) => id === used);
  if (device) return device.name || system;
  if (list.length > 0) return (used === null ? named || (list.length === 1 && list[0]!.name) : list[0]!.name) || system;
  // Browsers hide outputs until the microphone is allowed, and some always.
  return kind === 'microphone' || (permission === 'granted' && canListOutputs()) ? '' : system;
}

const canListOutputs = (): boolean =>
  typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype;

/** What is known of the microphone, with the person's answer. */
export const microphoneFacts = (sound: Sound, seen: boolean | null, system: string): EquipmentFacts['microphone'] => ({
  seen,
  name: deviceName(sound, 'microphone', system),
  devices: sound.devices.microphone.list.length,
  permission: sound.permission,
});

export const speakerFacts = (
  sound: Sound,
  { heard, played }: { heard: boolean | null; played: boolean },
  system: string,
): EquipmentFacts['speaker'] => ({ heard, played, name: deviceName(sound, 'speaker', system) });
