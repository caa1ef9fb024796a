import { createHash, randomBytes } from 'node:crypto';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { anIdentityProvider, type Answer, type AuthnRequest, type IdentityProvider } from '#test/identity-provider.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { COMPANY_CODE } from '#shared/company-sign-in.ts';
import type { z } from 'zod';
import type { ServiceProvider as ServiceProviderShape, ssoApi, SsoConfig } from '../contract.ts';

type ServiceProvider = z.output<typeof ServiceProviderShape>;
/** What is sent to save settings. */
type Saved = z.input<typeof ssoApi.save.input>;

const AT = '/admin/saas_plat';
let made = 0;

export interface Stage {
  server: TestServer;
  /** What DNS says: texts by name. */
  zone: Map<string, string[]>;
  idp: IdentityProvider;
}

/** A server and a company's identity provider, both real; one pair for a file of tests. */
export async function aStage(
  options: Parameters<typeof testServer>[0] = {},
): Promise<Stage & { close(): Promise<void> }> {
  const zone = new Map<string, string[]>();
  const [server, idp] = [
    await testServer({ textRecords: async (name) => zone.get(name) ?? [], ...options }),
    await anIdentityProvider({}),
  ];
  return {
    server,
    idp,
    zone,
    close: async () => {
      await server.close();
      await idp.close();
    },
  };
}

/** What a browser learns from a visit. */
export interface Landed {
  status: number;
  to: string;
  /** The one-time code handed to the page, if there was one. */
  code: string | null;
  /** All that was handed to the page. */
  kept: Record<string, string>;
}

export type Company = Awaited<ReturnType<typeof aCompany>>;

/** A tenant whose company signs in by the provider. */
export async function aCompany(
  { server, idp, zone }: Stage,
  wishes: Partial<Saved> = {},
  { saved = true, proven = true } = {},
) {
  const { db } = server.world;
  const domain = `company${(made += 1)}-${process.pid}.example`;
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true, email: `owner@${domain}` });
  const as = (member: Member | string) => ({ token: typeof member === 'string' ? member : member.token });
  const role = async (name: string, systemId = 5): Promise<number> =>
    (
      await server.ask('POST', `${AT}/role`, {
        ...as(owner),
        body: { name, systemId, functions: [], needDesensitize: false },
      })
    ).data.id;
  const agentRole = await role('By company');
  const settings: Omit<Saved, 'version'> = {
    companyDomain: domain,
    emailDomains: [domain],
    emailAttribute: '',
    nameAttribute: '',
    roleAttribute: 'groups',
    roleMappings: [],
    defaultRoleIds: [agentRole],
    passwordSignIn: 'everyone',
    enabled: true,
    clientId: '',
    scope: '',
    ...wishes,
  };
  let version = 0;
  /** Writes into DNS what shows whose the owners' domains are. */
  async function publish(): Promise<void> {
    const { data } = await server.ask('GET', `${AT}/sso_config/sp`, as(owner));
    for (const { name, value } of (data as ServiceProvider).proofs) zone.set(name, ['v=spf1 -all', value]);
  }
  /** Saves settings as the owner does, after the proofs; `member` saves instead. */
  async function save(changed: Partial<Saved> = {}, member: Member = owner) {
    if (proven) await publish();
    Object.assign(settings, Object.fromEntries(Object.entries(changed).filter(([key]) => key in settings)));
    const answer = await server.ask<SsoConfig>('POST', `${AT}/sso_config`, {
      ...as(member),
      body: { ...settings, version, ...changed },
    });
    if (answer.code === 0) version = answer.data.version;
    return answer;
  }
  const { data: sp } = await server.ask('GET', `${AT}/sso_config/sp`, {
    ...as(owner),
    query: { company_domain: domain },
  });
  idp.trust(sp.metadata);
  if (saved && (await save({ metadata: idp.metadata() })).code !== 0) throw new Error('The company was not saved');
  const config = async (): Promise<SsoConfig> => (await server.ask('GET', `${AT}/sso_config`, as(owner))).data;

  async function visit(method: 'GET' | 'POST', url: string, form?: Record<string, string>): Promise<Landed> {
    const answer = await server.built.http.inject({
      method,
      url: url.replace(server.world.publicUrl, ''),
      headers: {
        accept: 'text/html',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded', origin: idp.origin } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    const kept = Object.fromEntries(
      JSON.parse(/ of (\[\[.*\]\])\) sessionStorage/.exec(answer.body)?.[1] ?? '[]') as [string, string][],
    );
    return {
      status: answer.statusCode,
      to: String(answer.headers.location ?? /location\.replace\("([^"]*)"\)/.exec(answer.body)?.[1] ?? ''),
      code: kept[COMPANY_CODE] ?? null,
      kept,
    };
  }

  /** Begins a sign-in in a tab, as the page does. */
  async function start(): Promise<{ verifier: string; address: string }> {
    const verifier = randomBytes(24).toString('base64url');
    const { to } = await visit(
      'GET',
      `${AT}/sso/${domain}/start?challenge=${createHash('sha256').update(verifier).digest('base64url')}`,
    );
    return { verifier, address: to };
  }

  /** The same, at a provider that speaks SAML. */
  async function begin(): Promise<{ verifier: string; asked: AuthnRequest; address: string }> {
    const begun = await start();
    return { ...begun, asked: idp.readRequest(begun.address) };
  }

  const post = (SAMLResponse: string, more: Record<string, string> = {}): Promise<Landed> =>
    visit('POST', `${AT}/sso/${domain}/acs`, { SAMLResponse, RelayState: 'whatever', ...more });
  const exchange = (code: string | null, verifier: string) =>
    server.ask<{ token: string | null; tried: { email: string; name: string; roles: string[] } | null }>(
      'POST',
      `${AT}/sso/exchange`,
      { body: { code: code ?? 'no code at all, really', verifier } },
    );

  /** The whole way of somebody with the company; `changed` changes what the provider says. */
  async function signIn(nameId: string, changed: Partial<Answer> = {}) {
    const { verifier, asked } = await begin();
    const landed = await post(idp.answer(asked, { nameId }, changed));
    return exchange(landed.code, verifier);
  }

  return {
    tenantId,
    domain,
    owner,
    agentRole,
    role,
    settings,
    sp: sp as ServiceProvider,
    save,
    config,
    visit,
    start,
    begin,
    post,
    exchange,
    signIn,
    as,
    email: (name: string) => `${name}@${domain}`,
  };
}
