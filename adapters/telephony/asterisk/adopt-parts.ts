import { legId, type LegId } from '#core/telephony/telephony.port.ts';
import { cellOf, sideOf } from './hearing.ts';
import type { AriLeg } from './leg-book.ts';

/** A snoop an earlier process made, as the node lists it. */
export interface FoundPart {
  /** `ghost-LEG~…`, `spy-LEG~…` */
  id: string;
  /** `Snoop/CHANNEL-…`: whose voice it is. */
  name: string;
}

interface FoundBridge {
  id: string;
  channels: readonly string[];
}

interface Finding {
  leg(id: LegId): AriLeg | undefined;
  ofChannel(channel: string): AriLeg | undefined;
}

const PART = /^(ghost|spy)-(.+)~[^~]+$/;
const SNOOP = /^Snoop\/(.+)-[0-9a-f]+$/;

/**
 * Gives legs back what stood in for them and beside them. Answers those who heard a sound of a process that is gone: they belong back
 * into their conversation.
 */
export function adoptParts(find: Finding, parts: readonly FoundPart[], bridges: readonly FoundBridge[]): AriLeg[] {
  const strayed: AriLeg[] = [];
  for (const { id, name } of parts) {
    const [, word, owner = ''] = PART.exec(id) ?? [];
    const leg = find.leg(legId(owner));
    const stands = bridges.find(({ channels }) => channels.includes(id))?.id;
    if (!leg || stands === undefined) continue;
    if (word === 'ghost') {
      Object.assign(leg, { room: stands, hears: { from: 'room' } });
      Object.assign(leg.stands, { at: cellOf(leg.id), ghost: { channel: id, room: stands } });
      strayed.push(leg);
      continue;
    }
    const target = find.ofChannel(SNOOP.exec(name)?.[1] ?? '');
    if (!target) continue;
    // Whether it also spoke the desk knows, and says again.
    Object.assign(leg, { hears: { from: 'monitor', target: target.id, mode: 'listen' } });
    Object.assign(leg.stands, { at: sideOf(leg.id), spy: { channel: id, target: target.id } });
  }
  return strayed;
}
