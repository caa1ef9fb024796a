import { isIP } from 'node:net';
import { join } from 'node:path';
import { ECHO_NUMBER, TEST_CALL_NUMBER } from '#shared/call-headers.ts';
import { fillTemplate, readTemplate } from './fill-template.ts';
import { processPassword, waySecret, type CarrierPlace, type HousePlan, type NodePlan } from './house-plan.ts';
import {
  AMI_USER,
  ARI_USER,
  AUTHORITIES,
  carrierHeaders,
  EdgeHeader,
  headerVariable,
  HouseEndpoint,
  keptHeaders,
  LegVariable,
  OFFERED_ARGUMENT,
  REFUSE_CONTEXT,
  StasisApplication,
} from './house-names.ts';

/** Where a part of the house lives, and where its program keeps its modules. */
export interface PartPlace {
  home: string;
  modules: string;
}

/** A channel lives no longer, whoever stays away: four hours. */
const LONGEST_SEC = 14_400;
const OWN_CALL_SEC = 120;
/** Half a second apart: eight seconds, in which another process takes over. */
const TRIES = 16;
const MOST_WRONG = 30;
/** As long as SIP waits for an answer (64 × T1). */
const PATIENCE_MS = 32_000;
const MOST_SOCKETS = 16_384;
const MOST_PROXIES = 10;
const FIRST_NODE_SET = 10;
const FIRST_LINE_SET = 200;
const FIRST_OPUS = 'opus';

const nodeTemplates = [
  'ari',
  'asterisk',
  'cdr',
  'cel',
  'extensions',
  'http',
  'indications',
  'logger',
  'manager',
  'modules',
  'musiconhold',
  'pjsip',
  'rtp',
  'sorcery',
];

/** The configuration of the edge, by the names of its files. */
export function edgeFiles(
  { domain, edge, nodes, carriers, secrets, trust }: HousePlan,
  { home, modules }: PartPlace,
): Record<string, string> {
  const defines = [
    ...(edge.certificate ? ['#!define WITH_TLS'] : []),
    ...(edge.origins.length > 0 ? ['#!define WITH_ORIGINS'] : []),
    ...(edge.proxies.length > 0 ? ['#!define WITH_PROXIES'] : []),
  ];
  const lines = [...new Set(carriers.map(({ name }) => name))];
  return {
    'kamailio.cfg': fillTemplate(readTemplate('kamailio.cfg'), {
      ADDRESS: edge.address,
      DATABASE_URL: edge.databaseUrl,
      DEFINES: defines,
      DOMAIN: domain,
      HOME: home,
      IS_PROXY: [edge.proxies.map((network) => `is_in_subnet("$var(client)", "${networkOf(network)}")`).join(' || ')],
      LINES: lines.map((name, i) => {
        const { address, port } = carriers.find((carrier) => carrier.name === name)!;
        const first = `$var(host) = "${address}"; $var(port) = "${port}";`;
        return `\t\tif ($rd == "${nameOf(name)}") { $var(set) = ${FIRST_LINE_SET + i}; ${first} }`;
      }),
      LINE_PORT: edge.linePort,
      MODULES: modules,
      MOST_PROXIES,
      MOST_SOCKETS,
      MOST_WRONG,
      PATIENCE_MS,
      NODES: nodes.length,
      ORIGINS: `^(${edge.origins.map(literal).join('|')})$`,
      PHONE_PORT: edge.phonePort,
      PUBLIC_ADDRESS: edge.publicAddress,
      RPC_PORT: edge.rpcPort,
      SECURED_PORT: edge.securedPort,
      SERVER_ID: edge.serverId,
      TRUNK_ADDRESS: edge.trunkAddress,
      TRUNK_PORT: edge.trunkPort,
      TRUNK_TLS_PORT: edge.trunkTlsPort,
      WAY_SECRET: waySecret(secrets.ari),
      WELCOME: edge.demo ? 'true' : 'not demo',
      WSS_PORT: edge.wssPort,
      WS_PORT: edge.wsPort,
    }),
    'dispatcher.list': dispatcherList(nodes, carriers, lines),
    ...(edge.certificate && {
      'tls.cfg': fillTemplate(readTemplate('tls.cfg'), {
        AUTHORITIES,
        CERT: edge.certificate.cert,
        KEY: edge.certificate.key,
        TRUST: trust ? [`ca_list = ${trust}`] : [],
      }),
    }),
  };
}

/** Lines of the dispatcher: set, address, flags, priority, what else is known. Carriers are not pinged (flag 8 of their lines). */
function dispatcherList(
  nodes: readonly NodePlan[],
  carriers: readonly CarrierPlace[],
  lines: readonly string[],
): string {
  const of = ({ address, port }: { address: string; port: number }): string => `sip:${address}:${port}`;
  const ofNode = ({ address, sipPort }: NodePlan): string => of({ address, port: sipPort });
  return [
    ...nodes.map((node) => `1 ${ofNode(node)} 0 0 node=${nameOf(node.name)}`),
    ...nodes.map((node, i) => `${FIRST_NODE_SET + i} ${ofNode(node)} 0 0 node=${node.name}`),
    ...carriers.map((carrier) => `2 ${of(carrier)} 8 0 line=${nameOf(carrier.name)}`),
    ...carriers.map(
      (carrier, i) =>
        `${FIRST_LINE_SET + lines.indexOf(carrier.name)} ${of(carrier)} 8 ${carriers.length - i} line=${carrier.name}`,
    ),
    '',
  ].join('\n');
}

/** The configuration of a node, by the names of its files. */
export function nodeFiles(
  { domain, edge, secrets, phoneCodecs, trust }: HousePlan,
  node: NodePlan,
  { home, modules }: PartPlace,
): Record<string, string> {
  const kept = [
    ...Object.values(EdgeHeader).map((header) => [EDGE_VARIABLES[header]!, header] as const),
    ...keptHeaders.map((header) => [headerVariable(header), header] as const),
  ];
  const values = {
    ADDRESS: node.address,
    AMI_PORT: node.amiPort,
    AMI_SECRET: secrets.ami,
    AMI_USER,
    AUTHORITIES,
    ARI_SECRET: secrets.ari,
    ARI_USER,
    CERTIFICATE: edge.certificate
      ? [`cert_file = ${edge.certificate.cert}`, `priv_key_file = ${edge.certificate.key}`]
      : [],
    CHANNEL_VARIABLES: [...Object.values(LegVariable), ...[...keptHeaders, ...carrierHeaders].map(headerVariable)].join(
      ',',
    ),
    DOMAIN: domain,
    ECHO_NUMBER,
    EDGE_ADDRESS: edge.address,
    HOME: home,
    HTTP_PORT: node.httpPort,
    ICE_ADDRESSES:
      node.mediaAddress === null
        ? []
        : ['[ice_host_candidates]', ...node.ownAddresses.map((own) => `${own} => ${node.mediaAddress}`)],
    CARRIER_HEADERS: carrierHeaders.map((header) => keptIn(headerVariable(header), header)),
    KEPT_HEADERS: kept.map(([variable, header]) => keptIn(variable, header)),
    LINE_PORT: edge.linePort,
    LOBBY: StasisApplication.lobby,
    LONGEST_SEC,
    MODULES: modules,
    NAME: nameOf(node.name),
    OFFERED: OFFERED_ARGUMENT,
    OUTSIDE:
      node.mediaAddress === null ? [] : [`external_media_address = ${node.mediaAddress}`, 'local_net = 127.0.0.0/8'],
    OWN_CALL_SEC,
    PHONE_CODECS: phoneCodecs.join(','),
    PHONE_PORT: edge.phonePort,
    PROCESS: HouseEndpoint.process,
    PROCESS_PASSWORD: processPassword(secrets.ari),
    REFUSE: REFUSE_CONTEXT,
    RTP_FIRST: node.rtpPorts.first,
    RTP_LAST: node.rtpPorts.last,
    SECURED_PORT: edge.securedPort,
    SIP_PORT: node.sipPort,
    SOUND_ADDRESS: node.soundAddress,
    REGISTER_PORT: node.registerPort,
    REGISTERED_ADDRESS: node.mediaAddress ?? edge.trunkAddress,
    REGISTERED_PORT: edge.trunkPort,
    TEST_CALL_NUMBER,
    TRIES,
    TRUNK_OUTSIDE:
      node.mediaAddress === null
        ? []
        : [`external_media_address = ${node.mediaAddress}`, `external_signaling_address = ${node.mediaAddress}`],
    TRUNK_PORT: node.trunkPort,
    TRUST: trust ? [`ca_list_file = ${trust}`] : [],
    TRUNK_TLS_PORT: node.trunkTlsPort,
  };
  const files = Object.fromEntries(
    nodeTemplates.map((name) => [`${name}.conf`, fillTemplate(readTemplate(join('node', `${name}.conf`)), values)]),
  );
  // Each of them is looked for, and complained about.
  for (const name of ['acl', 'features', 'pjproject', 'udptl', 'websocket_client'])
    files[`${name}.conf`] = '; Nothing but what is so by itself.\n';
  if (phoneCodecs.includes(FIRST_OPUS))
    files['modules.conf'] += 'load = codec_opus_open_source.so\nload = res_format_attr_opus.so\n';
  return files;
}

const keptIn = (variable: string, header: string): string =>
  ` same => n,Set(${variable}=\${PJSIP_HEADER(read,${header})})`;

const EDGE_VARIABLES: Readonly<Record<string, string>> = {
  [EdgeHeader.account]: LegVariable.account,
  [EdgeHeader.tenant]: LegVariable.tenant,
  [EdgeHeader.shard]: LegVariable.shard,
  [EdgeHeader.line]: LegVariable.line,
};

/** Names stand in addresses and in quotes: letters, digits, dots and dashes. */
function nameOf(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{0,62}$/i.test(name)) throw new Error(`“${name}” cannot be the name of a node or a line`);
  return name;
}

/** As an address with the length of its network. */
function networkOf(text: string): string {
  const [address = '', bits = isIP(text.split('/')[0]!) === 6 ? '128' : '32'] = text.split('/');
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits)) throw new Error(`“${text}” cannot be the network of a proxy`);
  return `${address}/${bits}`;
}

/** As a regular expression reads it. */
function literal(origin: string): string {
  if (!/^https?:\/\/[a-z0-9.:-]+$/i.test(origin)) throw new Error(`“${origin}” cannot be the origin of a page`);
  return origin.replaceAll('.', '[.]');
}
