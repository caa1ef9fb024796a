import { openIdCase } from './openid-case.ts';
import { startProduct } from './product.ts';
import { samlCase } from './saml-case.ts';

/** What a provider lacks on this machine, in words somebody can act on. */
const missing: string[] = [];
let failed = 0;
const product = await startProduct();
try {
  for (const each of [openIdCase, samlCase]) {
    const lacks = await each.lacks();
    if (lacks) {
      missing.push(`${each.name}: not tried. ${lacks}`);
      continue;
    }
    try {
      for (const seen of await each.play(product)) console.log(`${each.name}: ${seen}`);
    } catch (problem) {
      failed += 1;
      console.error(`${each.name}: FAILED`, problem);
    }
  }
} finally {
  await product.stop();
}
for (const line of missing) console.log(line);
process.exitCode = failed > 0 ? 1 : 0;
