import type { PhoneNotice } from '../phone/phone-sound.port.ts';

/** What chats need of the browser. */
export interface ChatParts {
  /** A short sound; silent where the browser does not allow one yet. */
  chime(): void;
  notice: PhoneNotice;
}
