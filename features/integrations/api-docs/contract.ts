import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

export const apiDocsApi = {
  names: endpoint({
    method: 'POST',
    path: '/admin/saas_plat/apiDocs/names',
    access: 'api-docs.view',
    reads: true,
    summary: 'What capabilities are called in my language; one without a name keeps its key.',
    input: z.object({ modules: z.array(z.string().min(1).max(100)).max(500) }),
    data: z.array(z.object({ module: z.string(), name: z.string() })),
  }),
};
