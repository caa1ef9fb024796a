import type { Role } from '#features/team/access/contract.ts';
import type { ServiceProvider, SsoConfig, SsoProtocol, SsoSettings } from '../contract.ts';
import type { z } from 'zod';

/** The part of the settings that people choose. */
export function wishesOf(config: SsoConfig): SsoSettings {
  const {
    companyDomain,
    emailDomains,
    emailAttribute,
    nameAttribute,
    roleAttribute,
    roleMappings,
    defaultRoleIds,
    passwordSignIn,
    enabled,
    clientId,
    scope,
    encryptedOnly,
    fromProvider,
  } = config;
  return {
    companyDomain,
    emailDomains,
    emailAttribute,
    nameAttribute,
    roleAttribute,
    roleMappings,
    defaultRoleIds,
    passwordSignIn,
    enabled,
    clientId,
    scope,
    encryptedOnly,
    fromProvider,
  };
}

/** What a company begins with. */
export const firstWishes = ({ companyDomain, domains }: z.output<typeof ServiceProvider>): SsoSettings => ({
  companyDomain: companyDomain ?? '',
  emailDomains: domains.slice(0, 1),
  emailAttribute: '',
  nameAttribute: '',
  roleAttribute: 'groups',
  roleMappings: [],
  defaultRoleIds: [],
  passwordSignIn: 'everyone',
  enabled: false,
  clientId: '',
  scope: '',
  encryptedOnly: false,
  fromProvider: false,
});

/** What stands in the form. */
export type SsoValues = SsoSettings & {
  metadata?: string;
  metadataUrl?: string;
  issuer?: string;
  clientSecret?: string;
  version: number;
} & Record<string, unknown>;

/** What of the form is sent: of one protocol only, and no description that is known, so that not every save reads it again. */
export function asSent(
  { metadata, metadataUrl, issuer, clientSecret, ...rest }: SsoValues,
  protocol: SsoProtocol,
  config: Pick<SsoConfig, 'protocol' | 'idpEntityId' | 'metadataUrl'> | null,
) {
  if (protocol === 'oidc') {
    const isKnown = config?.protocol === 'oidc' && issuer === config.idpEntityId;
    return { ...rest, ...(issuer && !isKnown ? { issuer } : {}), ...(clientSecret ? { clientSecret } : {}) };
  }
  const isNewAddress = metadataUrl && metadataUrl !== config?.metadataUrl;
  return { ...rest, ...(metadata ? { metadata } : isNewAddress ? { metadataUrl } : {}) };
}

/** One role in each system: the one chosen last stays. */
export function onePerSystem(chosen: readonly number[], roles: readonly Pick<Role, 'id' | 'systemId'>[]): number[] {
  const systemOf = (id: number) => roles.find((role) => role.id === id)?.systemId ?? `unknown ${id}`;
  return chosen.filter((id, index) => !chosen.slice(index + 1).some((later) => systemOf(later) === systemOf(id)));
}
