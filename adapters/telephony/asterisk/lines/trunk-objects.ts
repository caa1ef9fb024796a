import { isIP } from 'node:net';
import type { SipTransport, TrunkSettings } from '#core/trunk/trunk-settings.ts';
import { uriHost, type SipHop } from '../../sip-wires/sip-hop.ts';
import { shardOf } from '../config/house-names.ts';

/** A thing of a node's configuration, as ARI takes it. */
export interface NodeObject {
  type: 'auth' | 'aor' | 'endpoint' | 'identify' | 'registration';
  id: string;
  /** All of them, every time: what is left out stays as it was. */
  fields: Readonly<Record<string, string>>;
}

interface TrunkAt {
  line: string;
  settings: TrunkSettings;
  /** Whose it is; null: whoever has the number. */
  tenantId: number | null;
  /** Where its carrier is, the one calls go to first; by one transport. */
  hops: readonly SipHop[];
  /** What it registers as. */
  token: string;
  /** This node is the one that registers it. */
  isRegistrar: boolean;
}

const LONGEST_SILENCE_SEC = 60;
const RETRY_SEC = 10;
/** Whoever tries a wrong password again and again is shut out. */
const REFUSED_RETRY_SEC = 300;
const EVER = '1000000';
const ASK_SEC = '4.0';
const CODECS = { PCMU: 'ulaw', PCMA: 'alaw' } as const;
/** Where a node calls from. */
const CALLS_FROM = { udp: 'trunk-udp', tcp: 'trunk-tcp', tls: 'trunk-tls' } as const satisfies Record<
  SipTransport,
  string
>;
/** Over a connection the carrier calls whoever opened it; without one the edge, which is always there. */
const REGISTERS_FROM = { ...CALLS_FROM, udp: 'register-udp' } as const;

/** What a node must have for a trunk, in the order in which it is made. */
export function trunkObjects(trunk: TrunkAt): NodeObject[] {
  const { line, settings, hops, token } = trunk;
  const [first] = hops;
  if (!first) return [];
  const { account, domain, register } = settings;
  const proxy = `${uriOf(first)};lr;hide`;
  const auth = account ? line : '';
  return [
    ...(account ? [passwordOf(line, account)] : []),
    {
      type: 'aor',
      id: line,
      fields: {
        contact: [...new Set(hops.map(uriOf))].join(','),
        qualify_frequency: String(settings.healthSec ?? 0),
        qualify_timeout: ASK_SEC,
      },
    },
    { type: 'endpoint', id: line, fields: endpointFields(trunk, { auth, proxy, by: first.transport }) },
    {
      // Carriers that look where a REGISTER came from call the node itself.
      type: 'identify',
      id: line,
      fields: { endpoint: line, match_request_uri: `/^sips?:${token}@/` },
    },
    ...(account && register && trunk.isRegistrar
      ? [
          {
            type: 'registration' as const,
            id: line,
            fields: {
              transport: REGISTERS_FROM[first.transport],
              server_uri: `sip:${domain}`,
              client_uri: `sip:${account.user}@${domain}`,
              contact_user: token,
              outbound_auth: auth,
              outbound_proxy: proxy,
              expiration: String(register.seconds),
              retry_interval: String(RETRY_SEC),
              forbidden_retry_interval: String(REFUSED_RETRY_SEC),
              fatal_retry_interval: String(REFUSED_RETRY_SEC),
              auth_rejection_permanent: 'no',
              max_retries: EVER,
              // Somebody looks at the page and waits.
              max_random_initial_delay: '0',
            },
          },
        ]
      : []),
  ];
}

function passwordOf(line: string, { user, authUser, password }: NonNullable<TrunkSettings['account']>): NodeObject {
  const fields = { auth_type: 'userpass', username: authUser ?? user, password };
  return { type: 'auth', id: line, fields };
}

const endpointFields = (
  { line, tenantId, settings: { domain, callerId, codecs, security, sessionSec } }: TrunkAt,
  { auth, proxy, by }: { auth: string; proxy: string; by: SipTransport },
): Record<string, string> => ({
  transport: CALLS_FROM[by],
  context: 'trunks',
  // Read by the dial plan. Variables of an endpoint (`set_var`) would keep it from being changed by ARI.
  accountcode: [line, tenantId ?? '', shardOf(tenantId ?? 0), security === 'sdes' ? '1' : ''].join(':'),
  aors: line,
  identify_by: 'ip',
  outbound_auth: auth,
  outbound_proxy: proxy,
  from_domain: callerId.host || domain,
  disallow: 'all',
  allow: codecs.map((codec) => CODECS[codec]).join(','),
  direct_media: 'no',
  rtp_symmetric: 'yes',
  // Over a connection there is one way to whoever is at its other end, whatever they say of themselves.
  rewrite_contact: by === 'udp' ? 'no' : 'yes',
  dtmf_mode: 'rfc4733',
  media_encryption: security === 'sdes' ? 'sdes' : 'no',
  timers: 'yes',
  timers_sess_expires: String(sessionSec),
  rtp_timeout: String(LONGEST_SILENCE_SEC),
  // What the settings say of the caller, and nothing else.
  send_pai: 'no',
  send_rpid: 'no',
  trust_id_outbound: 'yes',
  moh_suggest: 'silence',
});

/** By TLS under the name its certificate bears, which the node asks for; otherwise where the name was found to lead. */
export function uriOf({ transport, address, port, host }: SipHop): string {
  if (transport === 'tls') return `sip:${isIP(host) || host === '' ? uriHost(address) : host}:${port};transport=tls`;
  return `sip:${uriHost(address)}:${port}${transport === 'tcp' ? ';transport=tcp' : ''}`;
}
