import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Language } from '#shared/languages.ts';

/** Commands as one gives them to somebody called *usted*; as a noun or of somebody else they stand elsewhere in a sentence. */
const formal =
  'Elija|Escriba|Revise|Intente|Inténtelo|Haga|Hágalo|Seleccione|Ingrese|Presione|Pruebe|Vuelva|Espere|Abra|Guarde|Use|Agregue|Introduzca|Compruebe|Verifique|Permita|Permítalo|Inicie|Cambie|Recargue|Pida|Active|Actívelo|Ponga|Quite|Deje|Déjelo|Mire|Vea|Lea|Llame|Suba|Indique|Diga|Hable|Conecte|Conéctelo|Configure|Busque|Cree|Envíe|Envíelo|Consulte|Pulse|Elimine|Complete|Avise|Ejecute|Comience|Asegúrese|Cópiela|Cópielo|Guárdela|Quédese|Escríbalo|Entréguele|Entregue|Transfiera';

/**
 * One form of address in a language, wherever the product speaks: *tú* in Spanish, 您 in Chinese, *Anda* in Indonesian. These are the
 * marks of the other one.
 */
const otherForm: Partial<Record<Language, RegExp>> = {
  'es-MX': new RegExp(
    `[Uu]sted(?:es)?(?![\\p{L}])|(?:^|[.:;?!¿¡{]\\s*)(?:${formal})(?![\\p{L}])|(?:[,;] | [youe] )(?:${formal.toLowerCase()})(?: de nuevo| otra vez)(?![\\p{L}])`,
    'u',
  ),
  'zh-CN': /你/u,
  'id-ID': /(?<!\p{L})(?:kamu|kau|engkau)(?!\p{L})/iu,
};

test.each(Object.entries(otherForm))('[SHELL-01] the product addresses people in one way: %s', (language, mark) => {
  const texts = globSync(`{features,platform,apps,shared}/**/text/${language}.json`).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>),
  );
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter(([, words]) => mark.test(words)).map(([key, words]) => `${key}: ${words}`)).toEqual([]);
});
