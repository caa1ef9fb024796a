import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { secondFactorApi } from '../contract.ts';
import { freshProofHandlers } from './fresh-proof.ts';
import { ownFactorHandlers } from './own-factors.ts';
import { openPasskeys } from './passkeys.ts';
import { openFactorProof, type FactorWorld } from './prove-factor.ts';
import { signInStepHandlers } from './sign-in-step.ts';

export { forgetFactors } from './own-factors.ts';
export { resealTotpKeys } from './totp-keys.ts';

/** What people show besides the password when they come, and once more before what matters most. */
export function secondFactor(world: FactorWorld): ServerFeature {
  const passkeys = openPasskeys(world);
  const prove = openFactorProof(world, passkeys);
  return {
    name: 'second-factor',
    routes: routes('second-factor', secondFactorApi, {
      ...signInStepHandlers(world, prove, passkeys),
      ...ownFactorHandlers(world, passkeys),
      ...freshProofHandlers(world, prove, passkeys),
    }),
  };
}
