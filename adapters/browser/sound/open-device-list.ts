import type { SoundDevice, SoundDevices, SoundEvent, SoundKind } from '#core/phone/phone-sound.port.ts';
import type { ChosenDevice, StoredChoices } from './stored-choices.ts';
import type { DeviceSource, DeviceList } from './device-list.ts';

const INPUT: Record<SoundKind, MediaDeviceKind> = {
  microphone: 'audioinput',
  speaker: 'audiooutput',
  ringer: 'audiooutput',
};
const KINDS: readonly SoundKind[] = ['microphone', 'speaker', 'ringer'];
/** Entries that stand for the system's own choice, which is ours without any choice. */
const STAND_INS = new Set(['default', 'communications', '']);

/**
 * The devices of this machine and which of them the phone uses. One that was chosen and is unplugged gives way to the default, and takes its
 * place again when it comes back.
 */
export function openDeviceList(
  source: DeviceSource,
  choices: StoredChoices,
  emit: (event: SoundEvent) => void,
  useChanged: (kind: SoundKind) => void,
): DeviceList {
  let found: MediaDeviceInfo[] = [];
  const read = (): Record<SoundKind, ChosenDevice | null> => ({
    microphone: choices.device('microphone'),
    speaker: choices.device('speaker'),
    ringer: choices.device('ringer'),
  });
  const chosen = read();
  const used: Record<SoundKind, string | null> = { microphone: null, speaker: null, ringer: null };

  const listOf = (kind: SoundKind): SoundDevice[] =>
    found
      .filter((device) => device.kind === INPUT[kind] && !STAND_INS.has(device.deviceId))
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  const presentOf = (kind: SoundKind): string | null => {
    const wanted = chosen[kind];
    const list = listOf(kind);
    if (!wanted) return null;
    return (
      (list.find(({ id }) => id === wanted.id) ?? list.find(({ name }) => name !== '' && name === wanted.name))?.id ??
      null
    );
  };

  /** The stand-in has a word of the browser's language before the name; the device it stands for shares its group. */
  const systemOf = (kind: SoundKind): string => {
    const own = found.filter((device) => device.kind === INPUT[kind]);
    const standIn = own.find(({ deviceId }) => deviceId === 'default');
    return standIn
      ? (own.find(({ deviceId, groupId }) => standIn.groupId && !STAND_INS.has(deviceId) && groupId === standIn.groupId)
          ?.label ?? standIn.label)
      : '';
  };

  const devices = (): SoundDevices => {
    const of = (kind: SoundKind) => {
      const system = systemOf(kind);
      return { list: listOf(kind), chosen: chosen[kind]?.id ?? null, used: used[kind], ...(system ? { system } : {}) };
    };
    return { microphone: of('microphone'), speaker: of('speaker'), ringer: of('ringer') };
  };

  function settle(isFirst: boolean): void {
    for (const kind of KINDS) {
      const now = presentOf(kind);
      if (now === used[kind]) continue;
      used[kind] = now;
      useChanged(kind);
      if (!isFirst && chosen[kind])
        emit({ type: now === null ? 'deviceLost' : 'deviceBack', kind, name: chosen[kind].name });
    }
    emit({ type: 'devicesChanged', devices: devices() });
  }

  let isFirst = true;
  async function refresh(): Promise<void> {
    try {
      found = await source.enumerateDevices();
    } catch {
      found = [];
    }
    settle(isFirst);
    isFirst = false;
  }

  source.addEventListener('devicechange', () => void refresh());
  return {
    devices,
    used: (kind) => used[kind],
    choose(kind, deviceId) {
      const device = listOf(kind).find(({ id }) => id === deviceId);
      chosen[kind] = deviceId === null ? null : { id: deviceId, name: device?.name ?? '' };
      choices.keepDevice(kind, chosen[kind]);
      settle(true);
    },
    refresh,
    readAgain() {
      Object.assign(chosen, read());
      settle(true);
    },
  };
}
