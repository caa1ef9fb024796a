import type { ImapFlowOptions } from 'imapflow';
import type { EmailSettings } from '#core/chat/carrier-settings.ts';
import type { MailNet } from './mail-net.ts';
import type { MailPatience } from './mail-patience.ts';

/** Larger mails are taken without what is in them. */
export const MAIL_MOST = 25 * 1_048_576;
const FRAMING = 1_048_576;

/** How a mailbox is reached. The library says nothing to any log: what it would say holds addresses and passwords. */
export async function imapOptions(
  net: MailNet,
  account: EmailSettings,
  secrets: Readonly<Record<string, string>>,
  patience: MailPatience,
): Promise<ImapFlowOptions> {
  const { host, servername, tls } = await net('imap', account.imap_host);
  return {
    host,
    port: account.imap_port,
    secure: account.imap_tls === 'tls',
    tls,
    ...(servername === undefined ? {} : { servername }),
    ...(account.imap_tls === 'tls' ? {} : { doSTARTTLS: account.imap_tls === 'starttls' }),
    auth: { user: account.imap_user, pass: secrets['imap_password'] ?? '' },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    clientInfo: { name: 'OpenSeat' },
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    socketTimeout: patience.silenceMs,
    maxLiteralSize: MAIL_MOST + FRAMING,
    maxResponseSize: MAIL_MOST + 2 * FRAMING,
  };
}
