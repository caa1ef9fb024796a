import type { LegId, PcmStream } from '#core/telephony/telephony.port.ts';
import { hear, NOTHING } from './leg-hearing.ts';
import type { SwitchedLegs } from './switched-legs.ts';
import { StreamVoice } from './voices.ts';

/** A program listens to a leg and speaks to it, over whatever the leg heard before. */
export function openLegStream(legs: SwitchedLegs, id: LegId): PcmStream {
  const stream = new StreamVoice();
  legs.with(id, (leg) => {
    const before = leg.hears.from === 'monitor' ? NOTHING : leg.hears;
    const cutEvent = hear(leg, before);
    leg.streams.add(stream);
    leg.hears = { from: 'stream', stream, before };
    return cutEvent;
  });
  const isOpen = (): boolean => legs.get(id)?.streams.has(stream) ?? false;
  return {
    onFrame: (listener) => void (stream.onFrame = listener),
    write: (samples) => void (isOpen() && stream.write(samples)),
    clear: () => stream.clear(),
    bufferedMs: () => stream.bufferedMs(),
    close() {
      stream.clear();
      if (!isOpen()) return;
      legs.with(id, (leg) => {
        leg.streams.delete(stream);
        // Below it may lie one that was closed before.
        while (leg.hears.from === 'stream' && !leg.streams.has(leg.hears.stream)) leg.hears = leg.hears.before;
        return null;
      });
    },
  };
}
