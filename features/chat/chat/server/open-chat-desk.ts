import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { ChatDesk, ChatDeskWorld } from './chat-desk.ts';
import { openAgentDesk } from './open-agent-desk.ts';
import { openChatSockets } from './open-chat-sockets.ts';
import { openChatQueue } from './chat-queue.ts';
import { openSayTogether } from './say-together.ts';
import { openVisitorDesk } from './open-visitor-desk.ts';
import { openUpkeep } from './open-upkeep.ts';
import type { VisitorTyping } from './visitor-desk.ts';

const TICK_MS = 1_000;
/** A line that is good was heard of at most 10 s ago: with this its row is never as old as `GONE_AFTER_MS`. */
const REFRESH_EVERY_TICKS = 5;
const SERVE_EVERY_TICKS = 5;

type Typing =
  | { tenantId: number; visitorId: number; name: string }
  | { tenantId: number; agentId: number; conversationId: number };

/** The one place that changes conversations: pages of agents and of visitors, and the passing time, go through it. */
export function openChatDesk(world: ChatDeskWorld): ChatDesk {
  const { db, log } = world;
  const line = openChatQueue(world);
  const parts = { ...world, line, sayTogether: openSayTogether(world) };
  const agents = openAgentDesk(parts);
  const upkeep = openUpkeep(parts);
  const sockets = openChatSockets(world, agents, line, phoneWords(openTenantSecrets(db)));
  const typingListeners = new Set<(typing: VisitorTyping) => void>();
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> = Promise.resolve();
  let isTicking = false;
  let ticks = 0;
  let stopListening = (): void => {};

  async function tick(): Promise<void> {
    ticks += 1;
    if (ticks % REFRESH_EVERY_TICKS === 0) await sockets.refresh();
    await upkeep.tick();
    if (ticks % SERVE_EVERY_TICKS === 0) await upkeep.serveAll();
  }

  function onTyping(payload: string): void {
    if (payload === '') return;
    const typing = JSON.parse(payload) as Typing;
    if ('agentId' in typing) sockets.typing(typing);
    else for (const listener of typingListeners) listener(typing);
  }

  return {
    ...openVisitorDesk(parts),
    agents,
    line,
    upkeep,
    sockets,
    tick,
    onAgentTyping(listener) {
      typingListeners.add(listener);
      return () => void typingListeners.delete(listener);
    },
    async start() {
      stopListening = await db.listen('chat_typing', onTyping);
      timer = setInterval(() => {
        // A slow database is not asked twice at once.
        if (isTicking) return;
        isTicking = true;
        ticking = tick()
          .catch(
            (problem: unknown) =>
              void (
                isUnavailable(problem) || log.error({ err: problem }, 'chat upkeep failed; the next second tries again')
              ),
          )
          .finally(() => (isTicking = false));
      }, TICK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      stopListening();
      sockets.stop();
      await ticking;
      await line.stop();
    },
  };
}
