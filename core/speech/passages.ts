import { speechPieces } from './speech-pieces.ts';

/** A part of what may be known: what it is about (a heading, a question), and what is said of it. */
export interface Passage {
  about: string;
  said: string;
}

const ASKED = /^\s*(?:[-*•]\s*)?(?:q|question|p|pregunta|问|問|问题|t|tanya|pertanyaan)\s*\d*\s*[:：.、]\s*/iu;
const ANSWERED = /^\s*(?:[-*•]\s*)?(?:a|answer|r|respuesta|答|答案|回答|j|jawab|jawaban)\s*\d*\s*[:：.、]\s*/iu;
const HEADING = /^\s*(?:#{1,6}\s+(.+)|([^.!?。！？]{2,60})[:：])\s*$/u;
const WHOLE_LETTERS = 320;
const SENTENCES_TOGETHER = 2;

/** Splits knowledge into passages: questions with their answers, lines of lists, short paragraphs, long ones by the sentence; headings help to find what stands under them. */
export function passagesOf(knowledge: string): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  for (const block of knowledge.replace(/\r/g, '').split(/\n\s*\n/)) {
    let text: string[] = [];
    let question: string | null = null;
    const flush = () => {
      const said = text.join(' ').trim();
      text = [];
      if (said === '') return;
      if (question !== null) passages.push({ about: question, said });
      else for (const part of parts(said)) passages.push({ about: heading, said: part });
      question = null;
    };
    for (const line of block.split('\n')) {
      const title = HEADING.exec(line);
      if (ASKED.test(line) || isQuestion(line)) {
        flush();
        question = line.replace(ASKED, '').trim();
      } else if (ANSWERED.test(line)) text.push(line.replace(ANSWERED, '').trim());
      else if (title) {
        flush();
        heading = (title[1] ?? title[2])!.trim();
      } else if (/^\s*(?:[-*•]|\d+[.)、])\s+/u.test(line) && question === null) {
        flush();
        text.push(line.replace(/^\s*(?:[-*•]|\d+[.)、])\s+/u, '').trim());
        flush();
      } else text.push(line.trim());
    }
    flush();
  }
  return passages;
}

function isQuestion(line: string): boolean {
  return /[?？]\s*$/.test(line) && speechPieces(line).length === 1;
}

function parts(paragraph: string): string[] {
  if (paragraph.length <= WHOLE_LETTERS) return [paragraph];
  const sentences = speechPieces(paragraph, WHOLE_LETTERS);
  return sentences.map((_, at) => sentences.slice(at, at + SENTENCES_TOGETHER).join(' '));
}
