/** What a telephone line needs of the machine's sound. */
export interface LineSound {
  /** Opens the microphone the person chose; throws when there is none or it is not allowed. */
  openMicrophone(): Promise<Microphone>;
  /** Plays the voice of the other side; null ends it. Throws when the page has nothing to play it with. */
  playVoice(voice: MediaStream | null): void;
}

/** An open microphone, at the volume the person chose. */
export interface Microphone {
  readonly track: MediaStreamTrack;
  /** Another track takes its place: another device, or the volume could be applied only now. */
  onTrack(listener: (track: MediaStreamTrack) => void): void;
  close(): void;
}
