/** `suspended`: until it is resumed. `closed`: deleted after a term, unless it is taken back before. */
export const tenantStates = ['active', 'suspended', 'closed'] as const;
export type TenantStanding = (typeof tenantStates)[number];
