import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Mailer, Sms } from '#core/messages/messages.port.ts';
import type { KeptMessage, Outbox } from '#core/messages/outbox.ts';
import { toWireTime } from '#shared/wire-time.ts';

/** Keeps mails and short messages in a file, one JSON line each, so that the demo can show them. */
export function keptMessages(file: string, clock: { nowMs(): number }): { mail: Mailer; sms: Sms; outbox: Outbox } {
  let lastId = 0;
  let writing: Promise<unknown> = mkdir(dirname(file), { recursive: true }).then(() => endLastLine(file));

  function keep(message: Omit<KeptMessage, 'id' | 'at'>): Promise<void> {
    const at = toWireTime(clock.nowMs());
    lastId = Math.max(lastId + 1, clock.nowMs());
    const line = `${JSON.stringify({ ...message, id: lastId, at })}\n`;
    const done = writing.then(() => appendFile(file, line, { mode: 0o600 }));
    writing = done.catch(() => {});
    return done;
  }

  return {
    mail: {
      // What it would carry is told by name: the demo shows messages, not files.
      send: ({ to, subject, text, files = [] }) =>
        keep({ channel: 'mail', to, subject, text: [text, ...files.map(({ name }) => `[${name}]`)].join('\n') }),
    },
    sms: { send: ({ to, text }) => keep({ channel: 'sms', to, subject: '', text }) },
    outbox: {
      async list(limit) {
        await writing;
        const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
        return lines.flatMap(messageOf).slice(-limit).reverse();
      },
    },
  };
}

/** A crash may have cut the last line off; the next message must not be written into it. */
async function endLastLine(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n');
}

function messageOf(line: string): KeptMessage[] {
  try {
    return [JSON.parse(line) as KeptMessage];
  } catch {
    return [];
  }
}
