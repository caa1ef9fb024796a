/*
 * What a company's groups give somebody besides roles: seats, and places in groups of agents. Rules:
 * 1. All mappings whose group the company says add up.
 * 2. What came by the company's word goes with it.
 * 3. What somebody here gave stays, and is never ours to take; so does everything that no mapping names.
 * Whether somebody is an owner is no gift: no group makes one or ends one.
 */

export interface Gifts {
  textSeat: boolean;
  voiceSeat: boolean;
  agentGroupIds: readonly number[];
}

export const NO_GIFTS = { textSeat: false, voiceSeat: false, agentGroupIds: [] } satisfies Gifts;

/** Rule 1. */
export function giftsOf(mappings: readonly (Gifts & { value: string })[], groups: ReadonlySet<string>): Gifts {
  const fitting = mappings.filter(({ value }) => groups.has(value));
  return {
    textSeat: fitting.some(({ textSeat }) => textSeat),
    voiceSeat: fitting.some(({ voiceSeat }) => voiceSeat),
    agentGroupIds: [...new Set(fitting.flatMap(({ agentGroupIds }) => agentGroupIds))],
  };
}

export interface GiftChange {
  /** What the person has afterwards. */
  next: Gifts;
  /** What of it came by the company's word. */
  given: Gifts;
}

/** Rules 2 and 3: `held` is what the person has, `given` what of it came by the company's word before. */
export function bringGifts(held: Gifts, given: Gifts, wanted: Gifts): GiftChange {
  const seat = (kind: 'textSeat' | 'voiceSeat') => one(held[kind], given[kind], wanted[kind]);
  const ids = [...new Set([...held.agentGroupIds, ...wanted.agentGroupIds])].map((id) => ({
    id,
    ...one(held.agentGroupIds.includes(id), given.agentGroupIds.includes(id), wanted.agentGroupIds.includes(id)),
  }));
  const [text, voice] = [seat('textSeat'), seat('voiceSeat')];
  return {
    next: {
      textSeat: text.has,
      voiceSeat: voice.has,
      agentGroupIds: ids.filter(({ has }) => has).map(({ id }) => id),
    },
    given: {
      textSeat: text.isOurs,
      voiceSeat: voice.isOurs,
      agentGroupIds: ids.filter(({ isOurs }) => isOurs).map(({ id }) => id),
    },
  };
}

function one(held: boolean, given: boolean, wanted: boolean): { has: boolean; isOurs: boolean } {
  // Given once and taken away by hand is no longer ours.
  const isOurs = held && given;
  return { has: wanted || (held && !isOurs), isOurs: wanted && (isOurs || !held) };
}
