import { asteriskCase } from './asterisk-case.ts';
import { baresipCase } from './baresip-case.ts';
import { exchangeCase } from './exchange-case.ts';
import { filesCase } from './files-case.ts';
import { firefoxCase } from './firefox-case.ts';
import { openIdCase } from './openid-case.ts';
import { phonesCase } from './phones-case.ts';
import { startProduct, type Product } from './product.ts';
import { samlCase } from './saml-case.ts';
import { upgradeCase } from './upgrade-case.ts';
import { sippCase } from './sipp-case.ts';
import { webkitCase } from './webkit-case.ts';

/** What others wrote and this machine lacks, in words somebody can act on. */
const missing: string[] = [];
/** Names from the command line, or their beginnings; none: all. */
const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
let failed = 0;
/** For all who want nothing of it; started when the first of them is played. */
let common: Product | null = null;
try {
  const cases = [
    openIdCase,
    samlCase,
    firefoxCase,
    webkitCase,
    baresipCase,
    asteriskCase,
    sippCase,
    exchangeCase,
    phonesCase,
    filesCase,
    upgradeCase,
  ];
  for (const each of cases) {
    if (wanted.length > 0 && !wanted.some((name) => each.name.toLowerCase().startsWith(name))) continue;
    const lacks = await each.lacks();
    if (lacks) {
      missing.push(`${each.name}: not tried. ${lacks}`);
      continue;
    }
    if (each.env) {
      // Both answer at one address.
      await common?.stop();
      common = null;
    }
    const own = each.env ? await startProduct(await each.env()) : null;
    try {
      const seen = each.play
        ? await each.play(own ?? (common ??= await startProduct()))
        : ((await each.playAlone?.()) ?? []);
      for (const line of seen) console.log(`${each.name}: ${line}`);
    } catch (problem) {
      failed += 1;
      console.error(`${each.name}: FAILED`, problem);
    } finally {
      await own?.stop();
    }
  }
} finally {
  await common?.stop();
}
for (const line of missing) console.log(line);
// The phones' own threads would keep it for ever.
process.exit(failed > 0 ? 1 : 0);
