import type { BrowserContext, Page } from '@playwright/test';

/** A connection a page's phone opened to the exchange. */
export interface PhoneSocket {
  page: Page;
  isOpen: boolean;
  /** What was said by SIP on it, both ways, by its first words; moments as `Date.now()` tells them. */
  messages: { atMs: number; by: 'page' | 'exchange'; words: string }[];
}

const SIP_PATH = /\/sip(\/|\?|$)/;

/** Notes every phone that connects in any tab of a browser, the oldest first. */
export function watchPhones(context: BrowserContext): PhoneSocket[] {
  const phones: PhoneSocket[] = [];
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      if (!SIP_PATH.test(new URL(socket.url()).pathname)) return;
      const phone: PhoneSocket = { page, isOpen: true, messages: [] };
      phones.push(phone);
      const note =
        (by: 'page' | 'exchange') =>
        ({ payload }: { payload: string | Buffer }) => {
          // A sign of life is no word.
          const words = String(payload).split('\r\n', 1)[0]!;
          if (words !== '') phone.messages.push({ atMs: Date.now(), by, words });
        };
      socket.on('framesent', note('page')).on('framereceived', note('exchange'));
      socket.on('close', () => void (phone.isOpen = false));
    }),
  );
  return phones;
}
