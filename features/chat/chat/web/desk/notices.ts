import type { ChatParts } from '#core/chat/chat-parts.port.ts';
import { openTimers } from '#core/timers.ts';
import { text } from '#platform/web/i18n.ts';
import { pageTimer } from '#platform/web/timer.ts';

/** Another tab of the same person sounded for this event already. */
const SOUNDED = 'openseat.chat.sounded';
/** Nobody watches a title for longer. */
const BLINKS_MS = 30_000;

export interface Notices {
  sound(afterMs: number, eventId: number): void;
  blink(everyMs: number): void;
  show(notice: { conversation: number; name: string; text: string }): void;
  /** The person is here: the title is as it was. */
  seen(): void;
  stop(): void;
}

/** [CHAT-05] How messages make themselves felt: a sound, a blinking title, a notice outside the page. */
export function openNotices({ chime, notice }: ChatParts, go: (address: string) => void): Notices {
  let blinking: { timer: ReturnType<typeof setInterval>; untilMs: number; title: string; shown: string } | null = null;
  const sounds = openTimers(pageTimer);

  function restore(): void {
    if (!blinking) return;
    clearInterval(blinking.timer);
    // Whoever changed the title meanwhile is right.
    if (document.title === blinking.shown) document.title = blinking.title;
    blinking = null;
  }
  function turn(): void {
    if (!blinking) return;
    if (Date.now() >= blinking.untilMs) return restore();
    const isOurs = document.title === blinking.shown;
    if (!isOurs) blinking.title = document.title;
    blinking.shown = text('chat.blink');
    document.title = isOurs ? blinking.title : blinking.shown;
  }

  return {
    sound(afterMs, eventId) {
      sounds.later(afterMs, () => {
        if (Number(localStorage.getItem(SOUNDED) ?? 0) === eventId) return;
        localStorage.setItem(SOUNDED, String(eventId));
        chime();
      });
    },
    blink(everyMs) {
      const untilMs = Date.now() + BLINKS_MS;
      if (blinking) return void (blinking.untilMs = untilMs);
      blinking = { timer: setInterval(turn, everyMs), untilMs, title: document.title, shown: text('chat.blink') };
    },
    show: ({ conversation, name, text: words }) =>
      notice.show({ title: name || text('chat.nameless'), body: words }, () =>
        go(`/interactive/chat?id=${conversation}`),
      ),
    seen() {
      restore();
      notice.clear();
    },
    stop() {
      restore();
      notice.clear();
      sounds.clear();
    },
  };
}
