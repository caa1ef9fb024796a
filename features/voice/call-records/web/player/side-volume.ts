export type RecordedSide = 'customer' | 'agent';

/** The volume of each voice of a recording, 0 to 1. */
export interface SideVolume {
  set(side: RecordedSide, volume: number): void;
  close(): void;
}

/** Takes the sound of a player apart into its two voices. From then on it plays through here, so it is done when first asked for. */
export function sideVolume(audio: HTMLAudioElement): SideVolume {
  const context = new AudioContext();
  const source = context.createMediaElementSource(audio);
  const apart = context.createChannelSplitter(2);
  const together = context.createChannelMerger(2);
  source.connect(apart);
  const gains = (['customer', 'agent'] as const).map((side, channel) => {
    const gain = context.createGain();
    apart.connect(gain, channel);
    gain.connect(together, 0, channel);
    return [side, gain] as const;
  });
  together.connect(context.destination);
  void context.resume();
  return {
    set: (side, volume) => void (new Map(gains).get(side)!.gain.value = volume),
    close: () => void context.close(),
  };
}
