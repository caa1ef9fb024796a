import { LEVEL_FFT, LEVEL_SMOOTHING } from './level.ts';
import type { FeedWorld, MicrophoneFeed } from './microphone-feed.ts';

/**
 * Opens the microphone. Its sound goes through a volume control; while the browser does not let the page sound yet, it goes as it
 * is, because a call nobody hears would be worse. An unplugged device is replaced by the default at once.
 */
export async function openMicrophoneFeed({ media, room, deviceId, volume, lost }: FeedWorld): Promise<MicrophoneFeed> {
  let raw = await capture(media, deviceId());
  const context = room.enter();
  let desk: Desk | null = null;
  let source: MediaStreamAudioSourceNode | null = null;
  let listener: (track: MediaStreamTrack) => void = () => {};
  let isClosed = false;
  let opening = Promise.resolve();

  const watch = (): void => {
    const [track] = raw.getAudioTracks();
    track?.addEventListener('ended', () => {
      if (isClosed || !raw.getAudioTracks().includes(track)) return;
      lost(track.label);
      void revive();
    });
  };

  /** Leads the device's sound through the desk, if there can be one. */
  const plug = (): void => {
    if (!context || context.state !== 'running') return;
    source?.disconnect();
    desk ??= openDesk(context);
    desk.gain.gain.value = volume() / 100;
    source = context.createMediaStreamSource(raw);
    source.connect(desk.gain);
    source.connect(desk.analyser);
  };
  const current = (): MediaStreamTrack => desk?.out.stream.getAudioTracks()[0] ?? raw.getAudioTracks()[0]!;

  const isLost = (): boolean => raw.getAudioTracks()[0]?.readyState === 'ended';
  const revive = (): Promise<void> => (opening = opening.then(() => (isLost() ? take() : undefined)));
  const take = async (): Promise<void> => {
    if (isClosed) return;
    const before = current();
    try {
      const next = await capture(media, deviceId());
      if (isClosed) return stop(next);
      const old = raw;
      raw = next;
      watch();
      plug();
      stop(old);
    } catch {
      // Nothing to speak into: the call goes on, and a device that comes back is taken.
    }
    if (current() !== before) listener(current());
  };

  const started = (): void => {
    if (isClosed || desk || context?.state !== 'running') return;
    const [track] = raw.getAudioTracks();
    plug();
    // Silence is the outgoing track's business from now on.
    if (track) track.enabled = true;
    listener(current());
  };

  watch();
  plug();
  context?.addEventListener('statechange', started);
  return {
    get track() {
      return current();
    },
    onTrack: (to) => void (listener = to),
    volumeChanged() {
      if (desk) desk.gain.gain.value = volume() / 100;
    },
    deviceChanged: () => (opening = opening.then(take)),
    revive,
    analyser: () => desk?.analyser ?? null,
    close() {
      if (isClosed) return;
      isClosed = true;
      context?.removeEventListener('statechange', started);
      source?.disconnect();
      stop(raw);
      if (desk) stop(desk.out.stream);
      room.leave();
    },
  };
}

interface Desk {
  gain: GainNode;
  analyser: AnalyserNode;
  out: MediaStreamAudioDestinationNode;
}

function openDesk(context: AudioContext): Desk {
  const [gain, analyser, out] = [
    context.createGain(),
    context.createAnalyser(),
    context.createMediaStreamDestination(),
  ];
  analyser.fftSize = LEVEL_FFT;
  analyser.smoothingTimeConstant = LEVEL_SMOOTHING;
  gain.connect(out);
  return { gain, analyser, out };
}

/** The wanted device, or the default when it cannot be had. */
async function capture(media: Pick<MediaDevices, 'getUserMedia'>, deviceId: string | null): Promise<MediaStream> {
  const wishes = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  if (deviceId === null) return media.getUserMedia({ audio: wishes, video: false });
  try {
    return await media.getUserMedia({ audio: { ...wishes, deviceId: { exact: deviceId } }, video: false });
  } catch (error) {
    if ((error as Error).name === 'NotAllowedError') throw error;
    return media.getUserMedia({ audio: wishes, video: false });
  }
}

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
