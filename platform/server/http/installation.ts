/** Whose operation log is that of the installation itself: no tenant has this id. */
export const INSTALLATION = 0;

/** As whom a tenant's operation log knows an operator. */
export const operatorName = (name: string): string => `Operator: ${name}`;
