import { isVoicemailGreeting } from './voicemail-greeting.ts';

/** Who would say such words on answering a call. */
export type AnswererSays = 'person' | 'machine';

/** What people say who answer a call and want to know who it is, or what they can do. */
const PERSONS = [
  /\b(who (?:is|am i|'s) (?:this|calling|speaking|there)|who am i (?:speaking|talking)|how (?:can|may) (?:i|we) help|what can (?:i|we) do for|can you hear me|speaking\b|hang on|hold on|one (?:second|moment))/,
  /\b(quien (?:habla|es|llama)|de parte de quien|con quien (?:hablo|tengo)|en que (?:le|te|lo|la) (?:puedo|podemos)|a (?:sus|tus) ordenes|le atiende|me (?:escucha|oye)|que se le ofrece|digame|mande|esperem?e)/,
  /\b(dengan siapa|siapa (?:ini|ya)|ini siapa|ada yang bisa|bisa (?:di|kami |saya )?bantu|kedengaran|tunggu sebentar|ada apa)/,
  /哪位|哪里|找谁|请讲|听得[见到]|有什么可以|需要什么|等一下|等等|我就是/,
];

/** Null where it may be either. */
export function answererSays(text: string): AnswererSays | null {
  if (isVoicemailGreeting(text)) return 'machine';
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase();
  return PERSONS.some((greeting) => greeting.test(plain)) ? 'person' : null;
}
