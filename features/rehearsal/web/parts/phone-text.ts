/** Digits with the country code, as people write them: groups that can be read out. */
export const spoken = (digits: string): string => `+${digits.replace(/^(1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4').replace(/^(\d{2})(\d{2})(\d{4})(\d{4})$/, '$1 $2 $3 $4')}`;
