import { z } from 'zod';
import { TenantHelp } from '#features/operator/tenants/contract.ts';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';

/** Pushed to holders of `operator-help.grant` when help was asked for, granted or is over. */
export const HELP_CHANGED = 'operator-help.changed';

const at = <P extends string>(path: P) => `/admin/saas_plat/operator_help${path}` as const;
const grant = { access: 'operator-help.grant' } as const;

/** A tenant's side of it: whoever runs the installation comes in only with its consent, for an hour. */
export const operatorHelpApi = {
  list: endpoint({
    ...grant,
    method: 'GET',
    path: at(''),
    summary: 'Help that was asked for or allowed, newest first, and the rights I can give: those I have.',
    input: nothing,
    data: z.object({
      helps: z.array(TenantHelp),
      rights: z.array(
        z.object({
          feature: z.string(),
          label: z.string(),
          functions: z.array(z.object({ key: z.string(), label: z.string() })),
        }),
      ),
    }),
  }),
  grant: endpoint({
    ...grant,
    method: 'POST',
    path: at('/grant'),
    freshProof: true,
    summary:
      'Lets operators in for an hour with these rights, as far as one has them oneself: as one asked (`id`), or by oneself.',
    input: z.object({ id: Id.optional(), functions: z.array(z.string().max(80)).min(1).max(500) }),
    data: z.object({ id: z.number() }),
  }),
  withdraw: endpoint({
    ...grant,
    method: 'POST',
    path: at('/{id}/withdraw'),
    summary: 'Refuses help that was asked for, or ends it: whoever is inside is out at once.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
