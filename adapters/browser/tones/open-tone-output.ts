import type { ToneSound } from '../sound/sound.ts';
import { openVoicePlayer } from '../sound/open-voice-player.ts';
import type { PlayerElement } from '../sound/voice-player.ts';
import type { ToneOutput } from './tone-output.ts';

/** Follows the device and the volume of its kind; a sound the browser refuses is tried again as soon as it may be heard. */
export function openToneOutput(
  { room, output, onOutput }: ToneSound,
  which: 'ringer' | 'speaker',
  element: () => PlayerElement | null,
): ToneOutput {
  const player = openVoicePlayer(element, (isBlocked) => room.blocked(isBlocked));
  let out: MediaStreamAudioDestinationNode | null = null;
  let playing = 0;
  const follow = (): void => {
    const { device, volume } = output(which);
    player.setSink(device);
    player.setVolume(volume);
  };
  onOutput(follow);
  follow();
  room.onChange(() => playing > 0 && !room.needsGesture() && player.retry());
  return {
    into: (context) => (out ??= context.createMediaStreamDestination()),
    begin() {
      playing += 1;
      try {
        if (out) player.play(out.stream);
      } catch {
        // A page without audio elements has no bell.
      }
    },
    end() {
      playing = Math.max(0, playing - 1);
      // The device hears nothing more of it, whatever is still in the pipe.
      if (playing === 0) player.play(null);
    },
  };
}
