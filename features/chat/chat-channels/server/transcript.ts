import type { ServerTexts } from '#platform/server/texts.ts';
import type { Language } from '#shared/languages.ts';
import type { VisitorMessage } from '../contract.ts';

/** What was written, as a letter to the visitor. */
export function writeTranscript(
  texts: ServerTexts,
  language: Language,
  to: string,
  messages: readonly VisitorMessage[],
) {
  const you = texts.say(language, 'chat-channels.transcript.you');
  const lines = messages
    .filter(({ kind }) => kind !== 'event')
    .map(
      ({ created_at, chat_type, author_name, text, file }) =>
        `[${created_at} UTC] ${chat_type === 1 ? you : author_name}: ${file ? file.name : text}`,
    );
  return {
    to,
    subject: texts.say(language, 'chat-channels.transcript.subject'),
    text: [texts.say(language, 'chat-channels.transcript.head'), '', ...lines].join('\n'),
  };
}

/** What proves that an address is the visitor's: only who reads its mail can say it. */
export const writeTranscriptCode = (texts: ServerTexts, language: Language, to: string, code: string) => ({
  to,
  subject: texts.say(language, 'chat-channels.transcript.codeSubject'),
  text: texts.say(language, 'chat-channels.transcript.codeText', { code }),
});
