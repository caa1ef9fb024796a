interface TalkedCall {
  callId: string;
  state: 'ringing' | 'dialing' | 'talking' | 'monitoring';
  role: 'agent' | 'colleague' | 'third' | 'supervisor';
  direction: 'inbound' | 'outbound' | 'internal';
  transfer: object | null;
  startedMs: number;
}

/** Two conversations of one person that can become one: the customer's call stays, else the older one. Null where there are no two. */
export function mergeOf(calls: readonly TalkedCall[]): { callId: string; otherCallId: string } | null {
  const talked = calls.filter(
    ({ state, role, transfer }) =>
      state === 'talking' && transfer === null && (role === 'agent' || role === 'colleague'),
  );
  const [kept] = talked
    .filter(({ role }) => role === 'agent')
    .sort((a, b) => Number(isInternal(a)) - Number(isInternal(b)) || a.startedMs - b.startedMs);
  const other = talked.find((one) => one !== kept);
  return talked.length === 2 && kept && other ? { callId: kept.callId, otherCallId: other.callId } : null;
}

const isInternal = ({ direction }: TalkedCall): boolean => direction === 'internal';
