/** Pushed to the pages of operators: a tenant, its calls or what it has is other now. The body names the tenant where it is one. */
export const TENANTS_CHANGED = 'tenants.changed';
