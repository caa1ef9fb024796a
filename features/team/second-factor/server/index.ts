import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { secondFactorApi } from '../contract.ts';
import { freshProofHandlers } from './fresh-proof.ts';
import { ownFactorHandlers } from './own-factors.ts';
import { OPERATOR_RESET } from './operator-reset.ts';
import { openPasskeys } from './passkeys.ts';
import { openFactorProof, type FactorWorld } from './prove-factor.ts';
import { signInStepHandlers } from './sign-in-step.ts';

export { giveTotp } from './enrolment.ts';
export { resetByOperator } from './operator-reset.ts';
export { forgetFactors } from './own-factors.ts';
export { resealTotpKeys } from './totp-keys.ts';

/** What people show besides the password when they come, and once more before what matters most. */
export function secondFactor(world: FactorWorld & Pick<World, 'catalogue'>): ServerFeature {
  const passkeys = openPasskeys(world);
  const prove = openFactorProof(world, passkeys);
  return {
    name: 'second-factor',
    async start() {
      // No call leaves it: an operator does.
      world.catalogue.operations.find(({ module }) => module === 'second-factor')?.actions.push(OPERATOR_RESET);
    },
    routes: routes('second-factor', secondFactorApi, {
      ...signInStepHandlers(world, prove, passkeys),
      ...ownFactorHandlers(world, passkeys),
      ...freshProofHandlers(world, prove, passkeys),
    }),
  };
}
