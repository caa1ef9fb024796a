import type { SoundKind, Volumes } from '#core/phone/phone-sound.port.ts';

export type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** W2, W9: steps of 10 up to 100, which is the default. */
const STEP = 10;
const LOUDEST = 100;
const VOLUME_KEYS: Record<keyof Volumes, string> = {
  play: 'playVolumeWeb',
  call: 'callVolumeWeb',
  ring: 'openseat.ringVolume',
};
const DEVICE_KEYS: Record<SoundKind, string> = {
  microphone: 'openseat.microphone',
  speaker: 'openseat.speaker',
  ringer: 'openseat.ringer',
};

/** Is what another tab kept under this key a choice about sound? Null: it kept or threw away everything. */
export const isChoice = (key: string | null): boolean =>
  key === null || [...Object.values(VOLUME_KEYS), ...Object.values(DEVICE_KEYS)].includes(key);

export interface ChosenDevice {
  id: string;
  /** Browsers give a device another id when its site data are cleared; its name stays. */
  name: string;
}

/** What a person chose about sound, kept on this browser. What cannot be read or kept counts as not chosen. */
export function storedChoices(storage: ChoiceStorage) {
  const read = (key: string): string | null => {
    try {
      return storage.getItem(key);
    } catch {
      return null;
    }
  };
  const write = (key: string, value: string | null): void => {
    try {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
    } catch {
      // Full or forbidden: it holds until the page goes.
    }
  };
  return {
    volume: (which: keyof Volumes): number => asVolume(Number(read(VOLUME_KEYS[which]) ?? LOUDEST)),
    keepVolume: (which: keyof Volumes, volume: number): void => write(VOLUME_KEYS[which], String(volume)),
    device(kind: SoundKind): ChosenDevice | null {
      try {
        const { id, name } = JSON.parse(read(DEVICE_KEYS[kind]) ?? 'null') as ChosenDevice;
        return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
      } catch {
        return null;
      }
    },
    keepDevice: (kind: SoundKind, device: ChosenDevice | null): void =>
      write(DEVICE_KEYS[kind], device && JSON.stringify(device)),
  };
}
export type StoredChoices = ReturnType<typeof storedChoices>;

/** The nearest volume there is. */
export const asVolume = (volume: number): number =>
  Number.isFinite(volume) ? Math.min(LOUDEST, Math.max(0, Math.round(volume / STEP) * STEP)) : LOUDEST;
