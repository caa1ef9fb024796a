/** What is asked of an audio element. */
export type PlayerElement = Pick<HTMLAudioElement, 'play' | 'pause' | 'volume' | 'muted' | 'srcObject'> & {
  autoplay: boolean;
  setSinkId?: (id: string) => Promise<void>;
};

export interface VoicePlayer {
  /** Throws when the page has no audio element. */
  play(voice: MediaStream | null): void;
  /** Tries again what the browser refused. */
  retry(): void;
  setSink(deviceId: string | null): void;
  /** 0 to 100. */
  setVolume(volume: number): void;
}

/** An element of our own; null where pages have none. */
export const ownElement = (): PlayerElement | null =>
  typeof Audio === 'undefined' ? null : (new Audio() as PlayerElement);
