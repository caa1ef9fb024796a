import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { NEW_SIP_TRUNK, type SipTrunk, type SipTrunkFields } from '../contract.ts';

/** The form of a trunk. */
export type TrunkForm = FormState<SipTrunkFields>;

/** What somebody may set of a trunk that is there; its secrets are empty, which keeps them. */
export const fieldsOf = (trunk: SipTrunk): SipTrunkFields =>
  Object.fromEntries(
    Object.keys(NEW_SIP_TRUNK).map((field) => [field, trunk[field as keyof SipTrunkFields]]),
  ) as unknown as SipTrunkFields;
