import { Readable } from 'node:stream';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import {
  CarrierRefusal,
  type ChatCarrier,
  type CarrierAbilities,
  type CarrierAccount,
  type OutgoingMessage,
} from '#core/chat/carrier.port.ts';
import { EmailSettings } from '#core/chat/carrier-settings.ts';
import { inOneLine } from '#core/chat/mail/mail.ts';
import { answerSubject, domainOf, idsIn, messageIdOf } from '#core/chat/mail/thread.ts';
import { imapOptions } from './imap-options.ts';
import type { MailNet } from './mail-net.ts';
import type { MailPatience } from './mail-patience.ts';
import { mailTrouble } from './mail-trouble.ts';

const MB = 1_048_576;
/** Encoded for the way a file grows by a third, and most servers take 20 to 25 MB. */
const FILE_MOST = 15 * MB;
const REASON_MOST = 300;

export const mailAbilities: CarrierAbilities = {
  files: [
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'application/pdf',
    'text/plain',
    'audio/wav',
    'audio/mpeg',
    'audio/ogg',
    'audio/ogg; codecs=opus',
    'audio/mp4',
    'video/mp4',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  fileBytesMost: FILE_MOST,
  textMost: 4_000,
  windowHours: null,
  templates: false,
  reports: [],
  provesPhone: false,
};

const PATIENCE: MailPatience = { connectMs: 10_000, silenceMs: 30_000 };

/** A mailbox that answers by SMTP. */
export function openMailCarrier(
  net: MailNet,
  { settings, secrets }: CarrierAccount,
  patience: MailPatience = PATIENCE,
): ChatCarrier {
  const account = EmailSettings.parse(settings);

  async function transport() {
    const { host, tls } = await net('smtp', account.smtp_host);
    const user = account.smtp_user;
    return createTransport({
      // The name of this machine is nobody's business.
      name: domainOf(account.address),
      host,
      port: account.smtp_port,
      secure: account.smtp_tls === 'tls',
      requireTLS: account.smtp_tls === 'starttls',
      ignoreTLS: account.smtp_tls === 'none',
      tls,
      ...(tls.servername === undefined ? {} : { servername: tls.servername }),
      ...(user === '' ? {} : { auth: { user, pass: secrets['smtp_password'] ?? secrets['imap_password'] ?? '' } }),
      connectionTimeout: patience.connectMs,
      greetingTimeout: patience.connectMs,
      socketTimeout: patience.silenceMs,
      dnsTimeout: patience.connectMs,
    } as object);
  }

  async function send(message: OutgoingMessage): Promise<{ externalId: string }> {
    const messageId = messageIdOf(message.clientId, account.address);
    const envelope = { from: account.address, to: [message.to.externalId] };
    const raw = await written(account, message, messageId);
    // A server that did not get the last byte has taken nothing.
    let isAllOut = false;
    const sending = Readable.from(
      (async function* () {
        yield raw;
        isAllOut = true;
      })(),
    );
    const line = await transport();
    try {
      await line.sendMail({ envelope, raw: sending });
      return { externalId: messageId };
    } catch (problem) {
      throw refusalOf(problem, isAllOut);
    } finally {
      line.close();
    }
  }

  return {
    kind: 'email',
    abilities: mailAbilities,
    send,
    async check() {
      const line = await transport();
      await line
        .verify()
        .catch((problem: unknown) => {
          throw mailTrouble('smtp', problem);
        })
        .finally(() => line.close());
      const client = new ImapFlow(await imapOptions(net, account, secrets, patience));
      client.on('error', () => {});
      try {
        await client.connect();
        await client.mailboxOpen(account.folder, { readOnly: true }).catch((problem: unknown) => {
          throw (problem as { responseStatus?: unknown }).responseStatus === 'NO'
            ? new CarrierRefusal('imapFolder', false)
            : problem;
        });
      } catch (problem) {
        throw mailTrouble('imap', problem);
      } finally {
        client.close();
      }
    },
    close: async () => {},
  };
}

/** The whole mail as it goes out; the same message makes the same id. */
async function written(
  account: EmailSettings,
  { to, text, file, thread, agentName }: OutgoingMessage,
  messageId: string,
): Promise<Buffer> {
  if (file && file.bytes > FILE_MOST) throw new CarrierRefusal('fileRefused', true);
  const ourName = account.name || account.address;
  const name = agentName === '' ? account.name : account.name === '' ? agentName : `${agentName} (${account.name})`;
  const words = [
    text || file?.name || '',
    ...(account.signature.trim() === '' ? [] : ['', '-- ', account.signature.trim()]),
  ].join('\n');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' } as object);
  const composed = (await composer.sendMail({
    messageId,
    from: { name: inOneLine(name, 150), address: account.address },
    to: { name: inOneLine(to.name, 150), address: to.externalId },
    subject: answerSubject(thread['subject'] ?? '', ourName),
    text: words,
    ...(thread['messageId']
      ? {
          inReplyTo: idsIn(thread['messageId'])[0] ?? '',
          references: idsIn(thread['references'] ?? thread['messageId']),
        }
      : {}),
    // Written by nobody: no machine answers it (RFC 3834).
    ...(agentName === '' ? { headers: { 'Auto-Submitted': 'auto-replied' } } : {}),
    ...(file
      ? {
          attachments: [
            { filename: file.name, contentType: file.mediaType, content: Readable.from(await file.open()) },
          ],
        }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })) as unknown as { message: Buffer };
  return composed.message;
}

/** 5xx is for good, 4xx for now; a silence after the last byte leaves open whether it was taken. */
function refusalOf(problem: unknown, isAllOut: boolean): CarrierRefusal {
  if (problem instanceof CarrierRefusal) return problem;
  const { responseCode, response, code } = problem as { responseCode?: unknown; response?: unknown; code?: unknown };
  if (typeof responseCode === 'number' && responseCode >= 400 && code !== 'EAUTH')
    return new CarrierRefusal(
      inOneLine(String(response ?? responseCode), REASON_MOST),
      responseCode >= 500 && responseCode !== 503,
    );
  const trouble = mailTrouble('smtp', problem);
  return new CarrierRefusal(trouble.reason, trouble.isFinal, isAllOut);
}
