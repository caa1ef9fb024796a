import { account } from '#features/team/account/server/index.ts';
import { serverFeatures } from '../../apps/server/features.ts';

/** What every captcha picture of this start reads; a test cannot read pictures. */
const CAPTCHA = 'seats';

// The one difference from the product as people start it.
serverFeatures[serverFeatures.indexOf(account)] = (world) => account(world, { captchaText: () => CAPTCHA });
await import('../../apps/server/main.ts');
