import type { ChatParts } from '#core/chat/chat-parts.port.ts';
import { applyChatEvent, newInbox } from '../../core/inbox.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import { createEmitter } from '#platform/web/emitter.ts';
import { pageTimer } from '#platform/web/timer.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import type { ChatMessage, Conversation } from '../../contract.ts';
import { openChatLine } from './chat-line.ts';
import type { ChatHappening, ChatWish } from './chat-machine.ts';
import { chatReads } from './chat-reads.ts';
import { chatToasts } from './chat-toasts.ts';
import type { ChatInbox, ChatSession } from './chat-session.ts';
import { chatWrites } from './chat-writes.ts';
import { isInFront, watchFront } from './in-front.ts';
import { openNotices } from './notices.ts';
import { watchWriting } from './watch-writing.ts';
import { keptUnsent, keepUnsent } from './unsent.ts';

/** Opens the chats of a person who has signed in. */
export function openChatSession(
  who: Pick<Viewer, 'userId' | 'name' | 'functions'>,
  parts: ChatParts,
  go: (address: string) => void,
): ChatSession {
  /** The inbox or the line is another. */
  const changes = createEmitter();
  const notices = openNotices(parts, go);
  const toasts = chatToasts(go);

  const machine = driveTimed<ChatInbox, ChatHappening, ChatWish>(
    applyChatEvent,
    {
      ...newInbox<Conversation, ChatMessage>(who.userId, who.functions.has('chat.supervise')),
      outbox: keptUnsent(who.userId),
      attends: { page: false, front: isInFront() },
    },
    perform,
    { after: pageTimer },
  );
  const { send: happen, current } = machine;
  const unwatch = machine.watch((inbox) => {
    keepUnsent(who.userId, inbox.outbox);
    changes.emit();
  });
  const reads = chatReads(machine);
  const line = openChatLine(machine, reads.reload);
  const writes = chatWrites(who, machine, line);
  line.watch(() => {
    if (line.now() === 'open') {
      writes.lineOpened();
      happen({ type: 'lineOpened' });
    }
    changes.emit();
  });

  function perform(wish: Performed<ChatWish>): void {
    switch (wish.type) {
      case 'send':
        return writes.send(wish.message);
      case 'upload':
        return void writes.upload(wish.clientId);
      case 'sound':
        return notices.sound(wish.afterMs, wish.eventId);
      case 'blinkTitle':
        return notices.blink(wish.everyMs);
      case 'notify':
        return notices.show(wish);
      case 'read':
        return writes.read(wish.conversationId, wish.no);
      case 'fillGap':
        return reads.fillGap(wish.conversationId, wish.after);
      case 'askConversation':
        return reads.conversation(wish.conversationId);
      case 'reload':
        return reads.reload();
      case 'rest':
        return notices.seen();
      case 'askCounts':
        return reads.counts();
      case 'showLeft':
        return toasts.left();
      case 'showMentioned':
        return toasts.mentioned(wish);
      case 'showCame':
        return toasts.came(wish.conversation);
      case 'showHanded':
        return void toasts.handed(wish);
      case 'showOffline':
        return toasts.offline(wish.why);
    }
  }

  const unwatchFront = watchFront(() => {
    happen({ type: 'attended', front: isInFront() });
    if (isInFront()) notices.seen();
  });
  const unwatchWriting = watchWriting(writes.active);
  reads.showList({ filter: 'mine', unread: false, words: '' });
  reads.settings();

  const { showList, showMore, open, loadOlder, loadNewer } = reads;
  const { write, sendFile, retry, drop, typing } = writes;
  return {
    inbox: current,
    line: line.now,
    watch: changes.subscribe,
    showList,
    showMore,
    open,
    loadOlder,
    loadNewer,
    write,
    sendFile,
    retry,
    drop,
    typing,
    attend(isOnPage) {
      happen({ type: 'attended', page: isOnPage });
      if (isOnPage) notices.seen();
    },
    took: (conversation) => happen({ type: 'pushed', pushed: [conversation], nowMs: Date.now() }),
    setSettings: (settings) => happen({ type: 'settingsArrived', settings }),
    parts,
    stop() {
      unwatch();
      machine.clearTimers();
      unwatchFront();
      unwatchWriting();
      reads.stop();
      notices.stop();
      line.leave();
    },
  };
}
