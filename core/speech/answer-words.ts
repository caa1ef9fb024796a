const STOP_WORDS = new Set(
  `a an the and or but if of to in on at by for from with about as is are was were be been am do does did can could will would shall should may might must
  have has had i me my mine you your yours we us our they them their he she it its this that these those there here what which who whom whose when where why how
  not no yes please tell want know need like get give take long just so too very much many any some hello hi hey okay ok thanks thank um uh
  el la los las un una unos unas y o u pero si de del al a en por para con sin sobre como es son era fue ser estar está están soy estoy hay puedo puede pueden
  quiero quisiera necesito me mi mis te tu tus su sus nos nuestro se lo le les que qué cuál cuáles quién cuándo dónde cómo cuánto cuánta cuántos este esta ese esa
  no sí por favor hola gracias muy más
  yang dan atau tetapi dari ke di pada untuk dengan tanpa tentang seperti adalah ialah itu ini apa siapa kapan dimana mana bagaimana berapa mengapa kenapa
  saya aku kami kita kamu anda dia mereka bisa dapat mau ingin perlu tolong mohon tidak bukan ya ada akan sudah belum halo terima kasih`.split(
    /\s+/,
  ),
);
const HAN_STOPS =
  /请问|什么|怎么样|怎么|如何|为什么|哪里|哪个|多少|可以|能不能|是不是|有没有|你们|我们|他们|一下|一个|这个|那个|谢谢|您好|你好|需要|知道|告诉|[的了吗呢吧啊是我你您他她它们在有和与就也都要想把被给请很]/gu;
const HAN = /\p{Script=Han}+/gu;

/** The words of a text that tell what it is about: without stop words of four languages, endings cut, Chinese in pairs of signs. */
export function answerWords(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKC');
  const pairs = (plain.replace(HAN_STOPS, ' ').match(HAN) ?? []).flatMap((signs) =>
    signs.length === 1 ? [signs] : Array.from({ length: signs.length - 1 }, (_, at) => signs.slice(at, at + 2)),
  );
  const words = (plain.replace(HAN, ' ').match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [])
    .map((word) => word.replace(/['’].*$/, ''))
    .filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\p{N}/u.test(word)));
  return [...words.map(stem), ...pairs];
}

const ENDINGS = /(?:ing|edly|ed|ies|es|s|ly|ation|ción|ciones|nya|kan)$/u;
const STEM_LETTERS = 6;

/** "deliveries", "delivered" and "delivery" are about the same. */
function stem(word: string): string {
  if (/\p{N}/u.test(word)) return word;
  const letters = word.normalize('NFD').replace(/\p{M}/gu, '');
  const cut = letters.replace(ENDINGS, '');
  return (cut.length >= 3 ? cut : letters).slice(0, STEM_LETTERS);
}
