import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Writing only one of them uses. */
const scripts: readonly [RegExp, CustomerLanguage][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Han}/u, 'zh'],
];

/** Short words that are said all the time, and in few other languages. */
const words: Partial<Record<CustomerLanguage, string>> = {
  en: 'the and you i is are my to of want please hello yes what have can would like english speak it not for a an in me need hi no with this that do thanks your call we be cannot leave message good morning afternoon who am here yeah hey how at on will was there speaking',
  es: 'el la los que de y es quiero por favor hola si buenos dias mi una para con no gracias como espanol hablar yo necesito puedo las un son tu usted en me puede tengo quisiera esto hablo bueno buenas tardes noches habla soy estoy esta le su del se lo te al mas tarde espere momento quien llamar numero mensaje nuestros pero cuando donde',
  id: 'saya yang di dan ini itu mau ingin tolong halo ya apa tidak dengan untuk bisa ada terima kasih bahasa anda selamat ke dari iya indonesia pagi siang pesan nomor kami sedang mohon silakan sebentar setelah tunggu belum sudah maaf malam siapa adalah akan atau saja dapat kita tinggalkan lagi',
  pt: 'o os que de e quero por favor ola sim bom dia meu uma para com nao obrigado como voce falar eu preciso a as um sao em minha pode oi tenho isso obrigada falo portugues boa tarde noite sou estou esta seu do da se no na ao mais quem ligar numero mensagem mas quando onde fala alo',
  fr: 'le la les que et est je veux bonjour oui mon une pour avec ne pas merci vous parler francais sil plait un sont de en ma peux voudrais salut non ce cette parle du des au sur bonsoir qui suis cest votre notre numero appel plus quand ou moi tres allo nous',
  de: 'der die das und ist ich mochte bitte hallo ja mein eine fur mit nicht danke sie sprechen deutsch wie ein sind zu von in kann brauche nein spreche guten tag den dem auf im es wir wer bin abend morgen nummer anruf aber wann wo auch noch',
  nl: 'de het een en is ik wil graag hallo ja mijn voor met niet dank u spreken nederlands hoe van zijn in kan nee spreek goedemorgen dat goedemiddag wie ben op bij nummer bericht maar wanneer waar ook nog wij',
  it: 'il la che di e voglio per favore ciao si buongiorno mio una con non grazie come parlare italiano io vorrei i le un sono lei in posso no ho questo parlo lo gli del buonasera chi al piu numero chiamare messaggio ma quando dove anche pronto mi',
  tr: 've bir bu ben istiyorum lutfen merhaba evet icin ile degil tesekkurler konusmak turkce nasil var mi siz hayır yok konusuyorum alo kim iyi gunler aksamlar numara mesaj ama ne zaman nerede da de sizin biz',
  sv: 'och att det ar jag vill hej ja min en for med inte tack du tala svenska hur som ett i kan nej talar god morgon den vem pa till av nummer meddelande men nar var ocksa vi mig hallo',
};
const known = new Map(
  Object.entries(words).map(([language, list]) => [language as CustomerLanguage, new Set(list.split(' '))]),
);

/** How likely each of the languages is what was said in, 0 to 1; all 0 when nothing tells. */
export function languageScores(
  text: string,
  among: readonly CustomerLanguage[],
): Partial<Record<CustomerLanguage, number>> {
  const script = scripts.find(([pattern, language]) => pattern.test(text) && among.includes(language));
  const spokenWords =
    text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/\p{Letter}+/gu) ?? [];
  const hits = among.map((language) =>
    script ? Number(script[1] === language) : spokenWords.filter((word) => known.get(language)?.has(word)).length,
  );
  const total = hits.reduce((sum, hit) => sum + hit, 0);
  return Object.fromEntries(
    among.map((language, at) => [language, total === 0 ? 0 : Math.round((hits[at]! / total) * 100) / 100]),
  );
}

/** The language something was said in; null when two are as likely, or nothing tells. */
export function languageOf(text: string, among: readonly CustomerLanguage[]): CustomerLanguage | null {
  const scores = languageScores(text, among);
  const [first, second] = among.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return first === undefined || (scores[first] ?? 0) === 0 || (second !== undefined && scores[second] === scores[first])
    ? null
    : first;
}

/** The likeliest of them with how much speaks for each; the first where nothing does. */
export function likeliestLanguage(
  text: string,
  among: readonly CustomerLanguage[],
): { language: CustomerLanguage; scores: Record<string, number> } {
  const scores = languageScores(text, among);
  const [language = 'en'] = among.toSorted((one, two) => (scores[two] ?? 0) - (scores[one] ?? 0));
  return { language, scores };
}
