import { join } from 'node:path';

/** A customer of the carrier's, at an address and over a transport of its own. */
export interface CarrierLine {
  name: string;
  /** Where the carrier is for this customer. */
  address: string;
  transport?: 'udp' | 'tcp' | 'tls';
  /** Null: known by the header `X-Line` of its calls. */
  account?: { password: string; algorithm?: 'MD5' | 'SHA-256' };
  /** Further settings of the endpoint. */
  settings?: Readonly<Record<string, string>>;
}

export interface CarrierPlan {
  port: number;
  tlsPort: number;
  /** A port whose certificate ended. */
  expiredPort: number;
  certificates: Readonly<Record<'good' | 'expired', { cert: string; key: string }>>;
  rtpPorts: { first: number; last: number };
  lines: readonly CarrierLine[];
}

const MODULES = [
  'res_timing_timerfd res_sorcery_config res_sorcery_memory res_sorcery_astdb res_crypto res_musiconhold res_srtp',
  'res_rtp_asterisk res_pjproject res_pjsip res_pjsip_acl res_pjsip_authenticator_digest res_pjsip_caller_id',
  'res_pjsip_dtmf_info res_pjsip_endpoint_identifier_ip res_pjsip_endpoint_identifier_user res_pjsip_header_funcs',
  'res_pjsip_logger res_pjsip_nat res_pjsip_outbound_authenticator_digest res_pjsip_path res_pjsip_pubsub',
  'res_pjsip_registrar res_pjsip_rfc3326 res_pjsip_sdp_rtp res_pjsip_session chan_pjsip func_pjsip_endpoint',
  'bridge_builtin_features bridge_simple bridge_native_rtp pbx_config app_dial app_echo app_playback app_playtones',
  'app_senddtmf app_read app_verbose func_callerid func_channel func_logic func_strings codec_ulaw codec_alaw',
  'codec_a_mu codec_gsm codec_resample format_gsm format_pcm res_clioriginate',
];

/** Who answers what at the carrier. */
const EXTENSIONS = `[carrier]
exten => echo,1,Answer()
 same => n,Echo()
exten => hum,1,Answer()
 same => n,PlayTones(700)
 same => n,Wait(120)
exten => keys,1,Answer()
 same => n,Wait(1)
 same => n,SendDTMF(159,250)
 same => n,Wait(60)
exten => leave,1,Answer()
 same => n,Wait(1)
 same => n,Hangup(16)
; Numbers that are called: the last three digits say what becomes of the call.
exten => _+X.,1,Goto(by-\${EXTEN:-3},1)
exten => by-100,1,Goto(echo,1)
exten => by-101,1,Progress()
 same => n,PlayTones(400)
 same => n,Wait(3)
 same => n,Answer()
 same => n,PlayTones(1000)
 same => n,Wait(60)
exten => by-102,1,Ringing()
 same => n,Wait(60)
exten => by-103,1,Answer()
 same => n,Read(PRESSED,,4,,1,10)
 same => n,Verbose(0,pressed \${PRESSED})
 same => n,SendDTMF(\${PRESSED},250)
 same => n,Wait(30)
exten => by-104,1,Answer()
 same => n,Wait(1)
 same => n,Hangup(17)
exten => by-105,1,Ringing()
 same => n,Wait(1)
 same => n,Goto(echo,1)
exten => _by-[456]XX,1,PJSIPHangup(\${EXTEN:3})
 same => n,Hangup()
`;

/** Its whole configuration, by the names of the files. */
export function asteriskFiles(home: string, modules: string, plan: CarrierPlan): Record<string, string> {
  const off = '[general]\nenabled = no\nenable = no\n';
  const empty = Object.fromEntries(
    ['acl', 'udptl', 'pjproject', 'features'].map((name) => [`${name}.conf`, '[general]\n']),
  );
  const shut = Object.fromEntries(['ari', 'cdr', 'cel', 'http', 'manager'].map((name) => [`${name}.conf`, off]));
  const certificates = Object.entries(plan.certificates).flatMap(([name, { cert, key }]) => [
    [`${name}.pem`, cert],
    [`${name}.key`, key],
  ]);
  return {
    ...empty,
    ...shut,
    ...Object.fromEntries(certificates),
    'asterisk.conf': [
      '[directories]',
      `astetcdir => ${join(home, 'etc')}`,
      `astmoddir => ${modules}`,
      `astdbdir => ${join(home, 'db')}`,
      ...['astvarlibdir', 'astkeydir', 'astdatadir', 'astagidir'].map((name) => `${name} => ${join(home, 'lib')}`),
      `astspooldir => ${join(home, 'spool')}`,
      `astrundir => ${join(home, 'run')}`,
      `astlogdir => ${join(home, 'log')}`,
      '[options]',
      'verbose = 3',
      'nocolor = yes',
      'documentation_language = en_US',
      '',
    ].join('\n'),
    'modules.conf': [
      '[modules]',
      'autoload = no',
      ...MODULES.flatMap((line) => line.split(' ')).map((name) => `load = ${name}.so`),
      '',
    ].join('\n'),
    'logger.conf': '[general]\n[logfiles]\nmessages => notice,warning,error,verbose\n',
    'musiconhold.conf': '[default]\nmode = files\ndirectory = moh\n',
    'rtp.conf': `[general]\nrtpstart = ${plan.rtpPorts.first}\nrtpend = ${plan.rtpPorts.last}\nicesupport = no\nstrictrtp = yes\nrtcpinterval = 2000\n`,
    'extensions.conf': EXTENSIONS,
    'pjsip.conf': pjsip(home, plan),
  };
}

function pjsip(home: string, { port, tlsPort, expiredPort, lines }: CarrierPlan): string {
  const tls = (name: string, at: number, certificate: string) =>
    section(name, {
      type: 'transport',
      protocol: 'tls',
      bind: `127.0.0.1:${at}`,
      cert_file: join(home, `etc/${certificate}.pem`),
      priv_key_file: join(home, `etc/${certificate}.key`),
      method: 'tlsv1_2',
      verify_server: 'no',
    });
  const wires = [...new Set(lines.filter(({ transport }) => transport !== 'tls').map(wireOf))].map((wire) => {
    const [protocol = '', address = ''] = wire.split('-');
    return section(wire, { type: 'transport', protocol, bind: `${address}:${port}` });
  });
  return [
    section('global', {
      type: 'global',
      user_agent: 'carrier',
      endpoint_identifier_order: 'header,auth_username,username,ip',
    }),
    tls('tls', tlsPort, 'good'),
    tls('tls-expired', expiredPort, 'expired'),
    ...wires,
    ...lines.flatMap(lineSections),
  ].join('\n');
}

const wireOf = ({ transport = 'udp', address }: CarrierLine): string =>
  transport === 'tls' ? 'tls' : `${transport}-${address}`;

function lineSections(line: CarrierLine): string[] {
  const { name, address, account, settings } = line;
  const endpoint = section(name, {
    type: 'endpoint',
    context: 'carrier',
    transport: wireOf(line),
    disallow: 'all',
    allow: 'ulaw,alaw',
    direct_media: 'no',
    media_address: address,
    bind_rtp_to_media_address: 'yes',
    trust_id_inbound: 'yes',
    trust_id_outbound: 'yes',
    send_pai: 'yes',
    from_domain: 'carrier.example',
    callerid: '"Anna Muster" <+525512345678>',
    dtmf_mode: 'rfc4733',
    timers: 'yes',
    ...(account && { aors: name, auth: name, identify_by: 'auth_username' }),
    ...settings,
  });
  if (!account) return [endpoint, section(name, { type: 'identify', endpoint: name, match_header: `X-Line: ${name}` })];
  return [
    endpoint,
    section(name, { type: 'aor', max_contacts: '1', remove_existing: 'yes', minimum_expiration: '10' }),
    section(name, {
      type: 'auth',
      realm: 'carrier.example',
      username: name,
      password: account.password,
      ...(account.algorithm === 'SHA-256'
        ? { auth_type: 'digest', supported_algorithms_uas: 'SHA-256' }
        : { auth_type: 'userpass' }),
    }),
  ];
}

const section = (name: string, settings: Readonly<Record<string, string>>): string =>
  [`[${name}]`, ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`), ''].join('\n');
