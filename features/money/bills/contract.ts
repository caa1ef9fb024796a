import { z } from 'zod';
import { endpoint, nothing } from '#shared/endpoint.ts';

export const billsApi = {
  balance: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/order/balance',
    access: 'bills.view',
    summary: 'What is left on the account of the tenant.',
    input: nothing,
    /** `balance` is a decimal text such as `-12.50`, with as many digits as the currency has. */
    data: z.object({ currency: z.string(), balance: z.string() }),
  }),
};
