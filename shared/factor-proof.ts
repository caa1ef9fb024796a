/** What a refusal says where only a second factor will do, whoever has one; apart, for pages that know nothing of calls yet. */
export const FACTOR_PROOF = 'factor';
