import { entryOf } from '../core/state.ts';
import type { Routing } from '../core/routing-machine.ts';
import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { World } from '#platform/server/world.ts';
import type { QueueServer } from './queue-desk.ts';
import type { Offer, Reservations } from './reservations.ts';

interface ReservationParts {
  board: AgentBoard;
  clock: World['clock'];
  log: World['log'];
  /** Whoever rings; offers wait until there is one. */
  server: Promise<QueueServer>;
  routing(): Routing;
  /** What the ringing needs to know, once the agent is reserved. */
  details(callId: string): Omit<Parameters<QueueServer['offer']>[0], keyof Offer | 'sipNum'> | null;
  /** The offer came to nothing. */
  failed(offer: Offer): void;
}

/** How long after its time-out a ringing may still be unheard of. */
const GRACE_MS = 10_000;
/** A mobile may be tried over several trunks, rings for longer than a phone, and then a key is asked for. */
const MOBILE_GRACE_MS = 60_000;

export function openReservations({
  board,
  clock,
  log,
  server,
  routing,
  details,
  failed,
}: ReservationParts): Reservations {
  const turns = new Map<number, Promise<void>>();
  const ringing = new Map<string, NodeJS.Timeout>();
  const keyOf = ({ callId, userId }: Offer): string => `${userId} ${callId}`;

  function inTurn(userId: number, work: () => Promise<void>): void {
    const turn = (turns.get(userId) ?? Promise.resolve())
      .then(work)
      .catch((problem: unknown) => log.error({ err: problem }, 'an offer could not be carried out'));
    turns.set(userId, turn);
    void turn.then(() => turns.get(userId) === turn && turns.delete(userId));
  }

  const isWanted = ({ callId, userId }: Offer): boolean => {
    const at = entryOf(routing(), callId)?.at;
    return at?.is === 'offered' && at.userId === userId;
  };

  const release = ({ callId, ...agent }: Offer): Promise<unknown> =>
    board.send(agent, { type: 'offerEnded', callId, outcome: 'withdrawn', nowMs: clock.nowMs() });

  async function reserve({ tenantId, userId, callId }: Offer): Promise<BoardAgent | null> {
    try {
      const agent = await board.send({ tenantId, userId }, { type: 'callOffered', callId, nowMs: clock.nowMs() });
      return agent.call?.callId === callId ? agent : null;
    } catch (problem) {
      log.warn({ err: problem, userId }, 'agent could not be reserved');
      return null;
    }
  }

  function isOver(offer: Offer): boolean {
    const key = keyOf(offer);
    clearTimeout(ringing.get(key));
    return ringing.delete(key);
  }

  /** No reservation outlives the ringing, whatever became of it. */
  function forgotten(offer: Offer): void {
    if (!isOver(offer) || !isWanted(offer)) return;
    log.warn({ userId: offer.userId }, 'nobody said how an offer ended');
    inTurn(offer.userId, async () => {
      (await server).withdraw(offer);
      await release(offer);
      failed(offer);
    });
  }

  function ring(offer: Offer, ringTimeoutMs: number, hasMobile: boolean): void {
    const timer = setTimeout(() => forgotten(offer), ringTimeoutMs + (hasMobile ? MOBILE_GRACE_MS : GRACE_MS));
    timer.unref();
    ringing.set(keyOf(offer), timer);
  }

  return {
    rings(offer) {
      const facts = details(offer.callId);
      // Who may be rung at a mobile is not looked up for it.
      if (facts && isWanted(offer)) ring(offer, facts.ringTimeoutMs, true);
    },
    offer: (offer) =>
      inTurn(offer.userId, async () => {
        const { tenantId, userId, callId } = offer;
        const ringer = await server;
        if (!isWanted(offer)) return;
        const agent = await reserve(offer);
        if (!agent) return failed(offer);
        const facts = details(callId);
        if (!isWanted(offer) || !facts) {
          await release(offer);
          return;
        }
        ring(offer, facts.ringTimeoutMs, agent.hasMobile);
        ringer.offer({ tenantId, userId, callId, sipNum: agent.sipNum, ...facts });
      }),

    withdraw: (offer) =>
      inTurn(offer.userId, async () => {
        // Not rung yet, or rung again by now: then there is nothing to take back.
        if (isOver(offer)) (await server).withdraw(offer);
      }),

    ended: (offer) => void isOver(offer),

    stop() {
      for (const timer of ringing.values()) clearTimeout(timer);
      ringing.clear();
    },
  };
}
