import type { MicrophonePermission } from '#core/phone/phone-sound.port.ts';

export interface PermissionSource {
  media: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> | null;
  permissions: Pick<Permissions, 'query'> | null;
}

/**
 * May the page use the microphone? Browsers that cannot be asked are judged by whether they name their devices. So is one that
 * would ask: Firefox says so too of a page that it let for this visit only.
 */
export async function permissionOf(
  { media, permissions }: PermissionSource,
  changed?: (permission: MicrophonePermission) => void,
): Promise<MicrophonePermission> {
  if (!media) return 'unsupported';
  const devices = await media.enumerateDevices().catch(() => []);
  const inputs = devices.filter(({ kind }) => kind === 'audioinput');
  try {
    const status = await permissions!.query({ name: 'microphone' as PermissionName });
    if (changed) status.addEventListener('change', () => changed(status.state), { once: true });
    if (status.state === 'prompt') return byNames(inputs);
    return status.state === 'granted' && inputs.length === 0 ? 'missing' : status.state;
  } catch {
    return byNames(inputs);
  }
}

const byNames = (inputs: readonly MediaDeviceInfo[]): MicrophonePermission =>
  inputs.some(({ label }) => label !== '') ? 'granted' : 'prompt';

/** Asks the person, and lets go of the microphone at once. */
export async function askForMicrophone(source: PermissionSource): Promise<MicrophonePermission> {
  if (!source.media) return 'unsupported';
  try {
    const stream = await source.media.getUserMedia({ audio: true, video: false });
    for (const track of stream.getTracks()) track.stop();
    return 'granted';
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
    // A person may close the question without an answer.
    return name === 'NotAllowedError' && (await permissionOf(source)) === 'prompt' ? 'prompt' : 'denied';
  }
}
