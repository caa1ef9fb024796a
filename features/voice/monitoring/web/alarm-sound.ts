/** What a wall sounds like when somebody has to act. */
export interface AlarmSound {
  play(): void;
  stop(): void;
}

const TONES_HZ = [880, 660, 880] as const;
const TONE_SEC = 0.16;
const LOUDNESS = 0.25;

/** Three short tones, drawn by the browser itself. Null where it has no sound; opened by a click, or browsers keep it silent. */
export function openAlarmSound(): AlarmSound | null {
  if (typeof AudioContext === 'undefined') return null;
  const context = new AudioContext();
  return {
    play() {
      void context.resume();
      TONES_HZ.forEach((hz, index) => {
        const [tone, volume] = [context.createOscillator(), context.createGain()];
        const from = context.currentTime + index * TONE_SEC * 1.4;
        tone.frequency.value = hz;
        // In and out softly: a sudden edge cracks.
        volume.gain.setValueAtTime(0, from);
        volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.02);
        volume.gain.linearRampToValueAtTime(0, from + TONE_SEC);
        tone.connect(volume).connect(context.destination);
        tone.start(from);
        tone.stop(from + TONE_SEC);
      });
    },
    stop: () => void context.close(),
  };
}
