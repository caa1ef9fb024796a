export const tenantTabs = ['usage', 'plan', 'money', 'people', 'help', 'data', 'doings'] as const;
export type TenantTab = (typeof tenantTabs)[number];

export const tenantAddress = (id: number, tab: TenantTab = 'usage'): string =>
  tab === 'usage' ? `/operator/tenants/${id}` : `/operator/tenants/${id}?tab=${tab}`;
