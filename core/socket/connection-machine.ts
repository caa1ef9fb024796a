import { CloseCode } from '#shared/channel.ts';
import type { Machine, Step } from '../machine.ts';

/**
 * Keeps one channel to the server alive.
 *
 *             wanted             ticketArrived          opened
 *   away ───────────▶ proving ────────────────▶ opening ──────▶ open
 *    ▲                   ▲  │                      │              │ closed
 *    │ left              │  └── failed ──┐  ┌──────┘ closed       │
 *  (from any state)      │              ▼  ▼                      ▼
 *                        └─ retryDue ─ waiting ◀──────────────────┘
 *                                        │ no attempts left
 *                                        ▼
 *   ended ◀── 4001 (from any)          lost ── networkBack ──▶ proving
 *
 * 1. Every try has a turn. Timers and the events of a socket carry theirs; one of an older turn does nothing.
 * 2. Only 4001 (or a refused ticket that says so) ends the session. 1006 and every other close try again.
 * 3. A spent ticket is fetched anew at once; spent twice in a row waits like any other failure.
 * 4. Leaving on purpose never tries again.
 * 5. Opened a second time, it asks for what was missed since the last event it saw; if it saw none
 *    with an id, the pages must load again what they show.
 * 6. The server answers every ping. A line on which nothing came until the next one, or at once when the network or the
 *    page is back, is dead although nobody closed it: it is made anew without waiting.
 */
export interface ConnectionPolicy {
  /** False for channels that prove who they are without a ticket. */
  needsTicket: boolean;
  pingEveryMs: number;
  retryEveryMs: number;
  attempts: number;
  /** A try that came to nothing after this time counts as failed. */
  openWithinMs: number;
  /** How long an open line may take to answer when the network or the page is back. */
  answerWithinMs: number;
}

export interface ClientConnection {
  at: 'away' | 'proving' | 'opening' | 'open' | 'waiting' | 'lost' | 'ended';
  turn: number;
  /** Tries since it was last open. */
  attempt: number;
  /** It has been open before, so something may have been missed. */
  wasOpen: boolean;
  lastEventId: string | null;
  /** Pinged in its turn, or checked out of it, and nothing came since. */
  unanswered: 'ping' | 'check' | null;
}

export type ConnectionEvent =
  | { type: 'wanted' }
  | { type: 'left' }
  | { type: 'ticketArrived'; turn: number; ticket: string }
  | { type: 'ticketRefused'; turn: number; endsSession: boolean }
  | { type: 'opened'; turn: number }
  | { type: 'closed'; turn: number; code: number }
  | { type: 'received'; turn: number; eventId: string | null }
  | { type: 'pingDue'; turn: number }
  | { type: 'retryDue'; turn: number }
  | { type: 'openOverdue'; turn: number }
  | { type: 'answerOverdue'; turn: number }
  /** The browser is online again, or the page visible again. */
  | { type: 'networkBack' };

export type ConnectionEffect =
  | { type: 'fetchTicket'; turn: number }
  | { type: 'open'; turn: number; ticket: string | null }
  | { type: 'close' }
  | { type: 'ping' }
  | { type: 'askMissed'; afterId: string }
  | { type: 'reload' }
  | { type: 'endSession' }
  | { type: 'wake'; afterMs: number; event: ConnectionEvent };

type Next = Step<ClientConnection, ConnectionEffect>;

/** A channel nobody has asked for yet. */
export const away: ClientConnection = {
  at: 'away',
  turn: 0,
  attempt: 0,
  wasOpen: false,
  lastEventId: null,
  unanswered: null,
};

const to = (state: ClientConnection, ...effects: ConnectionEffect[]): Next => ({ state, effects });

/** The decisions of one channel under its policy. */
export function connectionMachine(
  policy: ConnectionPolicy,
): Machine<ClientConnection, ConnectionEvent, ConnectionEffect> {
  function tryNow(now: ClientConnection, attempt: number): Next {
    const turn = now.turn + 1;
    const overdue: ConnectionEffect = {
      type: 'wake',
      afterMs: policy.openWithinMs,
      event: { type: 'openOverdue', turn },
    };
    if (policy.needsTicket) return to({ ...now, at: 'proving', turn, attempt }, { type: 'fetchTicket', turn }, overdue);
    return to({ ...now, at: 'opening', turn, attempt }, { type: 'open', turn, ticket: null }, overdue);
  }

  function tryLater(now: ClientConnection, ...first: ConnectionEffect[]): Next {
    const turn = now.turn + 1;
    if (now.attempt >= policy.attempts) return to({ ...now, at: 'lost', turn }, ...first);
    return to({ ...now, at: 'waiting', turn }, ...first, {
      type: 'wake',
      afterMs: policy.retryEveryMs,
      event: { type: 'retryDue', turn },
    });
  }

  /** Rule 6. */
  function dead(now: ClientConnection): Next {
    const next = tryNow(now, 1);
    return to(next.state, { type: 'close' }, ...next.effects);
  }

  const end = (now: ClientConnection): Next =>
    to({ ...now, at: 'ended', turn: now.turn + 1 }, { type: 'close' }, { type: 'endSession' });

  function closed(now: ClientConnection, code: number): Next {
    if (code === CloseCode.sessionEnded) return end(now);
    if (code === CloseCode.notAllowed) return to({ ...now, at: 'lost', turn: now.turn + 1 });
    if (code === CloseCode.ticketSpent && now.attempt < 1) return tryNow(now, now.attempt + 1);
    return tryLater(now);
  }

  return (now, event) => {
    if ('turn' in event && event.turn !== now.turn) return to(now);
    switch (event.type) {
      case 'wanted':
        return now.at === 'away' || now.at === 'ended' || now.at === 'lost' ? tryNow(now, 0) : to(now);

      case 'left':
        return now.at === 'away' ? to(now) : to({ ...away, turn: now.turn + 1 }, { type: 'close' });

      case 'ticketArrived':
        return now.at === 'proving'
          ? to({ ...now, at: 'opening' }, { type: 'open', turn: now.turn, ticket: event.ticket })
          : to(now);

      case 'ticketRefused':
        if (now.at !== 'proving') return to(now);
        return event.endsSession ? end(now) : tryLater(now);

      case 'opened': {
        if (now.at !== 'opening') return to(now);
        const effects: ConnectionEffect[] = [
          { type: 'wake', afterMs: policy.pingEveryMs, event: { type: 'pingDue', turn: now.turn } },
        ];
        if (now.wasOpen)
          effects.push(now.lastEventId === null ? { type: 'reload' } : { type: 'askMissed', afterId: now.lastEventId });
        return to({ ...now, at: 'open', attempt: 0, wasOpen: true, unanswered: null }, ...effects);
      }

      case 'closed':
        return now.at === 'opening' || now.at === 'open' ? closed(now, event.code) : to(now);

      case 'received':
        if (now.at !== 'open') return to(now);
        return to({ ...now, unanswered: null, lastEventId: event.eventId ?? now.lastEventId });

      case 'pingDue':
        if (now.at !== 'open') return to(now);
        if (now.unanswered === 'ping') return dead(now);
        return to(
          { ...now, unanswered: now.unanswered ?? 'ping' },
          { type: 'ping' },
          { type: 'wake', afterMs: policy.pingEveryMs, event: { type: 'pingDue', turn: now.turn } },
        );

      case 'answerOverdue':
        return now.at === 'open' && now.unanswered === 'check' ? dead(now) : to(now);

      case 'retryDue':
        return now.at === 'waiting' ? tryNow(now, now.attempt + 1) : to(now);

      case 'openOverdue':
        return now.at === 'proving' || now.at === 'opening' ? tryLater(now, { type: 'close' }) : to(now);

      case 'networkBack':
        if (now.at === 'waiting') return tryNow(now, now.attempt + 1);
        if (now.at === 'open')
          return to(
            { ...now, unanswered: 'check' },
            { type: 'ping' },
            { type: 'wake', afterMs: policy.answerWithinMs, event: { type: 'answerOverdue', turn: now.turn } },
          );
        return now.at === 'lost' ? tryNow(now, 0) : to(now);
    }
  };
}
