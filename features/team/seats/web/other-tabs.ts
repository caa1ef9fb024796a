/** Other tabs of the same person in this browser. */
export interface OtherTabs {
  areThere(): boolean;
  leave(): void;
}

interface Word {
  says: 'hello' | 'here' | 'bye';
  tab: string;
}

/** Tabs greet one another; one that vanishes without a word keeps the seat until the server misses its sockets. */
export function otherTabs(userId: number): OtherTabs {
  if (typeof BroadcastChannel === 'undefined') return { areThere: () => false, leave: () => {} };
  const channel = new BroadcastChannel(`openseat.seat.${userId}`);
  const tab = crypto.randomUUID();
  const others = new Set<string>();
  let left = false;
  // A channel has no other origin to send to.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const say = (says: Word['says']): void => void (left || channel.postMessage({ says, tab } satisfies Word));
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.says === 'bye') return void others.delete(data.tab);
    others.add(data.tab);
    if (data.says === 'hello') say('here');
  };
  say('hello');
  return {
    areThere: () => others.size > 0,
    leave() {
      say('bye');
      left = true;
      channel.close();
    },
  };
}
