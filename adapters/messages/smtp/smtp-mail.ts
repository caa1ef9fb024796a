import { createTransport } from 'nodemailer';
import type { Mailer } from '#core/messages/messages.port.ts';

/** Sends through an SMTP server: `smtp://user:password@host:port`. */
export function smtpMail(url: string, from: string): Mailer {
  const transport = createTransport(url, { connectionTimeout: 10_000, socketTimeout: 20_000 } as object);
  return {
    async send({ to, subject, text, files = [] }) {
      const attachments = files.map(({ name, mediaType, content }) => ({
        filename: name,
        contentType: mediaType,
        content: Buffer.from(content),
      }));
      await transport.sendMail({ from, to, subject, text, attachments });
    },
  };
}
