/** Two soft notes, a fifth apart. */
const NOTES = [
  { hertz: 660, atSec: 0 },
  { hertz: 990, atSec: 0.11 },
];
const NOTE_SEC = 0.22;
const LOUDNESS = 0.12;

/** The sound of a message, made here. A browser that nobody has touched yet stays silent. */
export function openChime(open: () => AudioContext | null = ownContext): () => void {
  let context: AudioContext | null = null;
  return () => {
    context ??= open();
    if (!context) return;
    const room = context;
    void room.resume().then(
      () => {
        for (const { hertz, atSec } of NOTES) {
          const [tone, gain] = [room.createOscillator(), room.createGain()];
          const from = room.currentTime + atSec;
          tone.frequency.value = hertz;
          gain.gain.setValueAtTime(0, from);
          gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.015);
          gain.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SEC);
          tone.connect(gain).connect(room.destination);
          tone.start(from);
          tone.stop(from + NOTE_SEC);
        }
      },
      () => {},
    );
  };
}

const ownContext = (): AudioContext | null => (typeof AudioContext === 'undefined' ? null : new AudioContext());
