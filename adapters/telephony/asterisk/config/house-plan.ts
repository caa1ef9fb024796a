import { createHmac, randomBytes } from 'node:crypto';

/** One Kamailio and the Asterisk nodes behind it, before anything is written or started. */
export interface HousePlan {
  /** Of the SIP accounts; the realm of their passwords. */
  domain: string;
  edge: EdgePlan;
  nodes: readonly NodePlan[];
  carriers: readonly CarrierPlace[];
  secrets: HouseSecrets;
  /** What phones may speak, best first. */
  phoneCodecs: readonly string[];
  /** A file (PEM) of authorities that vouch for carriers besides the usual ones. */
  trust: string | null;
}

export interface EdgePlan {
  /** Where nodes reach it, and it them. */
  address: string;
  /** Where phones reach it. */
  publicAddress: string;
  /** UDP, towards the nodes: what comes here is for a phone. */
  phonePort: number;
  /** UDP, towards the nodes and carriers: what comes here is for a line. */
  linePort: number;
  /** UDP, towards the nodes: from here they get calls of carriers whose sound is secured (SRTP). */
  securedPort: number;
  /** UDP and TCP, where carriers of trunks call, at an address they reach; with a certificate by TLS on the second. */
  trunkAddress: string;
  trunkPort: number;
  trunkTlsPort: number;
  /** Websockets of phones; with a certificate by TLS on the second. */
  wsPort: number;
  wssPort: number;
  /** Commands (JSON-RPC over HTTP), at `address`. */
  rpcPort: number;
  /** Which edge wrote a row of `location`. */
  serverId: number;
  /** With a role that may read `sip_accounts` and `sip_numbers` and write `location`, and nothing else. */
  databaseUrl: string;
  /** Files in PEM form; null: no TLS here. */
  certificate: { cert: string; key: string } | null;
  /** Pages that may open a websocket: their origins. Empty: any. */
  origins: readonly string[];
  /** Proxies before the websockets, whose word about whom they bring is believed: addresses and networks. */
  proxies: readonly string[];
  /** Phones of the demo's tenants may register: everybody knows the passwords of their people. */
  demo: boolean;
}

export interface NodePlan {
  /** Also `systemname`: the beginning of the ids it gives to channels. */
  name: string;
  address: string;
  sipPort: number;
  httpPort: number;
  amiPort: number;
  /**
   * At `soundAddress`: where calls over trunks leave (UDP, TCP; TLS from a port of its own), and where carriers are told over UDP that they
   * call the edge. Over a connection they call the node.
   */
  trunkPort: number;
  trunkTlsPort: number;
  registerPort: number;
  rtpPorts: { first: number; last: number };
  /** Where it listens for sound: an address of this machine that phones and carriers reach. Commands and signalling stay at `address`. */
  soundAddress: string;
  /** Where phones and carriers send sound, where it is not `soundAddress` (behind a NAT). */
  mediaAddress: string | null;
  /** This machine's own addresses, which phones outside are not told then. */
  ownAddresses: readonly string[];
}

export interface CarrierPlace {
  /** The line's name in the product. */
  name: string;
  address: string;
  port: number;
}

export interface HouseSecrets {
  ari: string;
  ami: string;
}

export const newHouseSecrets = (): HouseSecrets => ({
  ari: randomBytes(24).toString('base64url'),
  ami: randomBytes(24).toString('base64url'),
});

/** What nodes know lines of a process by; whoever may command them has it. */
export const processPassword = (ariSecret: string): string =>
  createHmac('sha256', ariSecret).update('a line of a process').digest('base64url');

/** By what the edge makes the word it writes into a call of a carrier, to know by it what belongs to that call. */
export const waySecret = (ariSecret: string): string =>
  createHmac('sha256', ariSecret).update('the way of a call').digest('hex').slice(0, 24);

/** Ports a house takes, from its first one on: ten for the edge, ten for each node. */
const EDGE_PORTS = 10;
const NODE_PORTS = 10;

export interface HouseWish {
  databaseUrl: string;
  domain?: string;
  /** How many, or their names. */
  nodes?: number | readonly string[];
  address?: string;
  publicAddress?: string;
  soundAddress?: string;
  mediaAddress?: string | null;
  ownAddresses?: readonly string[];
  firstPort?: number;
  /** Sound of all nodes: each gets an equal share. */
  rtpPorts?: { first: number; last: number };
  carriers?: readonly CarrierPlace[];
  certificate?: EdgePlan['certificate'];
  origins?: readonly string[];
  proxies?: readonly string[];
  demo?: boolean;
  secrets?: HouseSecrets;
  serverId?: number;
  phoneCodecs?: readonly string[];
  trust?: string | null;
}

/** A plan for one machine: every port follows from two settings. */
export function planHouse({
  databaseUrl,
  domain = 'openseat.local',
  nodes = 1,
  address = '127.0.0.1',
  publicAddress = address,
  soundAddress = publicAddress,
  mediaAddress = null,
  ownAddresses = [],
  firstPort = 17_000,
  rtpPorts = { first: 12_000, last: 16_999 },
  carriers = [],
  certificate = null,
  origins = [],
  proxies = [],
  demo = false,
  secrets = newHouseSecrets(),
  serverId = 1,
  phoneCodecs = ['ulaw', 'alaw'],
  trust = null,
}: HouseWish): HousePlan {
  const names =
    typeof nodes === 'number' ? Array.from({ length: nodes }, (_, i) => String.fromCodePoint(97 + i)) : nodes;
  // A call takes four: two of each leg, whose first is even.
  const share = Math.floor((rtpPorts.last - rtpPorts.first + 1) / Math.max(1, names.length) / 2) * 2;
  return {
    domain,
    edge: {
      address,
      publicAddress,
      phonePort: firstPort,
      linePort: firstPort + 2,
      securedPort: firstPort + 3,
      trunkAddress: soundAddress,
      trunkPort: firstPort + 8,
      trunkTlsPort: firstPort + 9,
      wsPort: firstPort + 4,
      wssPort: firstPort + 5,
      rpcPort: firstPort + 6,
      serverId,
      databaseUrl,
      certificate,
      origins,
      proxies,
      demo,
    },
    nodes: names.map((name, i) => {
      const base = firstPort + EDGE_PORTS + i * NODE_PORTS;
      const first = rtpPorts.first + i * share;
      return {
        name,
        address,
        sipPort: base,
        httpPort: base + 2,
        amiPort: base + 3,
        trunkPort: base + 4,
        trunkTlsPort: base + 5,
        registerPort: base + 6,
        rtpPorts: { first, last: first + share - 1 },
        soundAddress,
        mediaAddress,
        ownAddresses,
      };
    }),
    carriers,
    secrets,
    phoneCodecs,
    trust,
  };
}
