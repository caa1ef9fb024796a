import type { PlayerElement, VoicePlayer } from './voice-player.ts';

/** Plays a stream on the device and at the volume it is told; `blocked` hears whether the browser refused. */
export function openVoicePlayer(find: () => PlayerElement | null, blocked: (isBlocked: boolean) => void): VoicePlayer {
  let element: PlayerElement | null = null;
  let sink: string | null = null;
  let volume = 100;

  const start = (): void => {
    if (!element?.srcObject) return;
    element.play().then(
      () => blocked(false),
      // Another error is a stream that was replaced meanwhile.
      (error: Error) => error.name === 'NotAllowedError' && blocked(true),
    );
  };
  const route = (): void => {
    // A device that has just been unplugged: the default.
    element?.setSinkId?.(sink ?? '').catch(() => element?.setSinkId?.('').catch(() => {}));
  };

  return {
    play(voice) {
      if (voice === null) {
        if (!element) return;
        element.pause();
        element.srcObject = null;
        return;
      }
      element ??= find();
      if (!element) throw new Error('The audio element was not found.');
      element.autoplay = true;
      element.volume = volume / 100;
      if (element.srcObject !== voice) element.srcObject = voice;
      route();
      start();
    },
    retry: start,
    setSink(deviceId) {
      sink = deviceId;
      route();
    },
    setVolume(to) {
      volume = to;
      if (element) element.volume = to / 100;
    },
  };
}
