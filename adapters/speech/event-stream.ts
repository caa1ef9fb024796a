import { SpeechFailure } from '#core/speech/speech-failure.ts';

const LONGEST = 1_000_000;

/** The data of server-sent events, as it comes; what is no event is skipped, what never ends is refused. */
export async function* eventData(pieces: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let text = '';
  let data: string[] = [];
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > LONGEST) throw new SpeechFailure('garbage', 'too long');
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    text = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }
  if (text.startsWith('data:')) data.push(text.slice(5).trim());
  if (data.length > 0) yield data.join('\n');
}
