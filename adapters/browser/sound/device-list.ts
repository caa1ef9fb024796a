import type { SoundDevices, SoundKind } from '#core/phone/phone-sound.port.ts';

export type DeviceSource = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener'>;

export interface DeviceList {
  devices(): SoundDevices;
  /** The device in use; null is the system's own choice. */
  used(kind: SoundKind): string | null;
  choose(kind: SoundKind, deviceId: string | null): void;
  /** Looks again: names are there only once the microphone was allowed. */
  refresh(): Promise<void>;
  /** Another tab chose. */
  readAgain(): void;
}
