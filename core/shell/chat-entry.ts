export const CHAT_PATH = '/interactive/chat';

/** The tip that a message waits goes when its reader opens the chat. */
export const messageTip = (waits: boolean, path: string): boolean => waits && path !== CHAT_PATH;

export interface ChatChannel {
  /** `whatsapp` leads to the app once its number is configured; everything else to our own public page. */
  kind: 'whatsapp' | 'web';
  /** International number without the plus, for WhatsApp. */
  number?: string;
  /** Names the channel on the public page. */
  key: string;
}

/** Where the two QR codes of the header lead: into a conversation, whatever is configured. */
export const qrAddress = ({ kind, number, key }: ChatChannel, publicUrl: string): string =>
  kind === 'whatsapp' && number ? `https://wa.me/${number}` : `${publicUrl}/c/${encodeURIComponent(key)}`;
