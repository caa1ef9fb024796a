import { AgentStatus } from '#shared/codes/agent-status.ts';

/** As much of an agent as counting needs. */
export interface CountedAgent {
  voice: {
    status: number;
    call: { at: 'ringing' | 'talking' } | null;
    wrapUp: object | null;
    whyNotRoutable: string | null;
  } | null;
  text: { online: boolean; load: number } | null;
}

/** What an agent with a phone is doing, one word for each. */
export type Doing = 'talking' | 'ringing' | 'wrapUp' | 'free' | 'away' | 'offline';

/** A call counts before the status: whoever talks, talks. */
export function doingOf({ status, call, wrapUp, whyNotRoutable }: NonNullable<CountedAgent['voice']>): Doing {
  if (call) return call.at;
  if (wrapUp) return 'wrapUp';
  if (status === AgentStatus.offline) return 'offline';
  return whyNotRoutable === null ? 'free' : 'away';
}

/** Somebody has them now, by phone or in writing; each counts once. */
const isBusy = (voice: CountedAgent['voice'], text: CountedAgent['text']): boolean =>
  (voice !== null && (voice.call !== null || voice.wrapUp !== null)) || (text?.load ?? 0) > 0;

/** How many agents stand how. */
export function countStatus(agents: readonly CountedAgent[]) {
  const counts = {
    agents: 0,
    signedIn: 0,
    free: 0,
    ringing: 0,
    talking: 0,
    wrapUp: 0,
    away: 0,
    offline: 0,
    textOnline: 0,
    chats: 0,
    busy: 0,
  };
  for (const { voice, text } of agents) {
    if (voice) {
      const doing = doingOf(voice);
      counts.agents += 1;
      counts[doing] += 1;
      if (doing !== 'offline') counts.signedIn += 1;
    }
    if (isBusy(voice, text)) counts.busy += 1;
    if (text?.online) counts.textOnline += 1;
    counts.chats += text?.load ?? 0;
  }
  return counts;
}
