import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Small words that give a language away. */
const words: Readonly<Partial<Record<CustomerLanguage, string>>> = {
  en: 'the a an is are i you and to of in it for my me can want need please hello hi yes no have what would like with this that do not thanks speak english',
  es: 'el la los las un una es son yo tú usted y de en que por para mi me puede quiero necesito favor hola sí no tengo qué quisiera con esto gracias hablo español buenos días',
  pt: 'o a os as um uma é são eu você e de em que por para meu minha pode quero preciso favor olá oi sim não tenho com isso obrigado obrigada falo português bom dia',
  fr: 'le la les un une est sont je vous et de en que pour mon ma peux veux voudrais bonjour salut oui non avec ce cette merci parle français',
  de: 'der die das ein eine ist sind ich sie und zu von in für mein kann möchte brauche bitte hallo ja nein mit danke spreche deutsch guten tag',
  it: 'il la i le un una è sono io lei e di in che per mio posso voglio vorrei ciao buongiorno sì no ho con questo grazie parlo italiano',
  nl: 'de het een is zijn ik u en van in voor mijn kan wil graag hallo ja nee met dank spreek nederlands goedemorgen',
  sv: 'och att det en ett är jag du i för min kan vill hej ja nej med tack talar svenska god morgon',
  tr: 've bir bu ben siz için evet hayır merhaba lütfen istiyorum var yok teşekkürler türkçe konuşuyorum',
  id: 'saya anda yang di ke dari dan untuk ini itu mau ingin bisa tolong halo iya ya tidak dengan terima kasih bahasa indonesia selamat pagi siang',
};

/** Letters only one of these has. */
const scripts: readonly [CustomerLanguage, RegExp][] = [
  ['ja', /[\u3040-\u30ff]/u], ['ko', /[\uac00-\ud7af]/u], ['zh', /[\u4e00-\u9fff]/u], ['hi', /[\u0900-\u097f]/u], ['uk', /[іїєґ]/iu], ['ru', /[\u0400-\u04ff]/u],
];

/** Which of these languages a text is in, with how much speaks for each; the first where nothing does. */
export function languageOf(text: string, among: readonly CustomerLanguage[]): { language: CustomerLanguage; scores: Record<string, number> } {
  const said = text.toLowerCase().split(/[^\p{L}]+/u).filter((word) => word !== '');
  const script = scripts.find(([language, letters]) => among.includes(language) && letters.test(text))?.[0];
  const points = among.map((language) => {
    const known = new Set((words[language] ?? '').split(' '));
    return language === script ? 10 : said.filter((word) => known.has(word)).length;
  });
  const all = points.reduce((sum, point) => sum + point, 0);
  const scores = Object.fromEntries(among.map((language, at) => [language, all === 0 ? 0 : Math.round((points[at]! / all) * 100) / 100]));
  const best = points.indexOf(Math.max(...points));
  return { language: among[Math.max(best, 0)] ?? 'en', scores };
}
