/** A loudspeaker tones are played on; it rests while there are none. */
export interface ToneOutput {
  /** Where a tone is led to. */
  into(context: AudioContext): AudioNode;
  begin(): void;
  end(): void;
}
