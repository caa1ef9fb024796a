export const healthTones = { good: 'green', look: 'warning', act: 'red' } as const;
