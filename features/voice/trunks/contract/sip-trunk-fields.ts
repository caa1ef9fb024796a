import { z } from 'zod';
import { Network, NETWORKS_MOST } from '#core/network/network.ts';
import { fromChoices, hiddenChoices, vouchedChoices } from '#core/trunk/caller-id.ts';
import { mayAddHeader } from '#core/trunk/own-headers.ts';
import { incomingForms, numberForms } from '#core/trunk/number-style.ts';
import { whyNoRoots } from '#core/trunk/root-certificates.ts';
import { trunkCodecs, trunkSecurities, trunkTransports } from '#core/trunk/trunk-words.ts';
import { diallingCode } from '#shared/countries.ts';

export const GATEWAYS_MOST = 8;
export const TRUNK_HOSTS_MOST = 20;
export const TRUNK_HEADERS_MOST = 20;
export const SIP_TRUNKS_MOST = 50;

// A message that is a key of `web/text` is what the page says at the field.
const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;
const isHost = (text: string): boolean =>
  z.ipv4().safeParse(text).success ||
  z.ipv6().safeParse(text.replace(/^\[(.*)\]$/, '$1')).success ||
  // Digits and dots that are no address are a mistyped one.
  (NAME.test(text) && !/^[\d.]+$/.test(text));

/** A name or an address, without a port and without `sip:`. */
const Host = z.string().trim().toLowerCase().max(253).refine(isHost, 'trunks.wrong.host');
/** As it goes onto the wire: letters, digits and marks, no blanks. */
const Credential = z
  .string()
  .max(200)
  .regex(/^[\x21-\x7e]*$/, 'trunks.wrong.credential');
const Prefix = z
  .string()
  .trim()
  .max(20)
  .regex(/^\+?[\d*#]*$/, 'trunks.wrong.prefix');
const OneNumber = z
  .string()
  .trim()
  .max(30)
  .regex(/^\+?[\d*#]*$/, 'trunks.wrong.number');
const Country = z
  .string()
  .refine(
    (iso2) => iso2 === '' || (iso2 === iso2.toUpperCase() && diallingCode(iso2) !== null),
    'trunks.wrong.country',
  );
const isOnce = (words: readonly string[]): boolean =>
  new Set(words.map((word) => word.toLowerCase())).size === words.length;

const NumberFormat = <F extends Readonly<Record<string, string>>>(form: z.ZodEnum<F>) =>
  z
    .object({ form, country: Country, cut: Prefix, prefix: Prefix })
    .refine(({ form: chosen, country }) => chosen !== 'national' || country !== '', {
      path: ['country'],
      message: 'trunks.wrong.countryMissing',
    });

/** Where a carrier is reached. */
export const SipGateway = z.object({
  host: Host,
  /** Null: as the carrier's records say, else the usual one. */
  port: z.number().int().min(1).max(65_535).nullable(),
  /** Null: as the carrier's records say. */
  transport: z.enum(trunkTransports).nullable(),
});
export type SipGateway = z.infer<typeof SipGateway>;

/** A header of every call; a secret one goes in and never comes out. */
const Header = z.object({
  name: z.string().trim().min(1).max(60).refine(mayAddHeader, 'trunks.wrong.header'),
  /** Empty keeps the secret that is there. */
  value: z
    .string()
    .trim()
    .max(300)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'trunks.wrong.headerValue'),
  isSecret: z.boolean(),
});

const wrongRoots = {
  key: 'trunks.wrong.rootsKey',
  text: 'trunks.wrong.roots',
  tooMany: 'trunks.wrong.rootsMany',
} as const;
const Roots = z
  .string()
  .trim()
  .max(40_000)
  .superRefine((text, context) => {
    const why = whyNoRoots(text);
    if (why) context.addIssue({ code: 'custom', message: wrongRoots[why] });
  });

export const sipTrunkShape = {
  name: z.string().trim().min(1).max(60),
  /** Off: nothing is sent to the carrier, and no call goes over it. */
  enabled: z.boolean(),
  /** The preset it was begun with; empty for none. */
  preset: z.string().regex(/^[a-z0-9-]{0,40}$/),
  /** The carrier's name in addresses; gateways may be other machines. */
  domain: Host,
  /** In the order to try; an outbound proxy is one. */
  gateways: z
    .array(SipGateway)
    .min(1)
    .max(GATEWAYS_MOST)
    .refine(
      (all) => isOnce(all.map(({ host, port, transport }) => `${host} ${port} ${transport}`)),
      'trunks.wrong.gatewayTwice',
    ),
  /** Null where the carrier knows us by our address. */
  account: z
    .object({
      user: Credential.min(1),
      /** Where the password belongs to another name than calls come from; empty: the same. */
      authUser: Credential,
      /** Empty keeps the one that is there, as long as it goes where it went. */
      password: Credential,
    })
    .nullable(),
  register: z.object({ seconds: z.number().int().min(60).max(86_400) }).nullable(),
  /** Networks calls may come from besides the gateways' own addresses, and sound. */
  signallingFrom: z.array(TrunkNetwork()).max(NETWORKS_MOST),
  mediaFrom: z.array(TrunkNetwork()).max(NETWORKS_MOST),
  /** Hosts that mean this trunk in the address somebody calls, where several trunks share a carrier. */
  hosts: z.array(Host).max(TRUNK_HOSTS_MOST).refine(isOnce, 'trunks.wrong.twice'),
  /** Certificates (PEM) trusted besides the usual ones when we connect by TLS; never a key. */
  roots: Roots,
  security: z.enum(trunkSecurities),
  codecs: z.array(z.enum(trunkCodecs)).min(1).max(trunkCodecs.length).refine(isOnce, 'trunks.wrong.twice'),
  /** Calls that leave: whom they ask for, and which number is shown. */
  calledNumber: NumberFormat(z.enum(numberForms)),
  shownNumber: NumberFormat(z.enum(numberForms)),
  /** Calls that come in: which number was dialled, and who calls. */
  dialledNumber: NumberFormat(z.enum(incomingForms)),
  callerNumber: NumberFormat(z.enum(incomingForms)),
  callerId: z.object({
    from: z.enum(fromChoices),
    vouched: z.enum(vouchedChoices),
    /** Empty: the number that is shown. */
    vouchedNumber: OneNumber,
    /** Empty: the carrier's domain. */
    host: z.union([z.literal(''), Host]),
    hidden: z.enum(hiddenChoices),
    /** Empty: no call is said to be diverted. */
    diversion: OneNumber,
  }),
  headers: z
    .array(Header)
    .max(TRUNK_HEADERS_MOST)
    .refine((all) => isOnce(all.map(({ name }) => name)), 'trunks.wrong.twice'),
  /** How often a call that goes on is confirmed; RFC 4028 allows no less than 90. */
  sessionSec: z.number().int().min(90).max(86_400),
  callsAtOnce: z.number().int().min(1).max(10_000),
  callsPerSec: z.number().int().min(1).max(1_000),
  /** Between two questions whether a gateway lives; null asks none. */
  healthSec: z.number().int().min(10).max(3_600).nullable(),
  /** Calls too large for a datagram go over a connection. */
  largeByTcp: z.boolean(),
};

/** Wider ones would take in what others send. */
function TrunkNetwork() {
  const isNarrow = (network: string): boolean => {
    const [address = '', bits] = network.split('/');
    return bits === undefined || Number(bits) >= (address.includes(':') ? 29 : 8);
  };
  return z.string().trim().max(60).pipe(Network).refine(isNarrow, 'trunks.wrong.networkWide');
}

interface Checked {
  account: { user: string } | null;
  register: object | null;
  callerId: { from: (typeof fromChoices)[number] };
  security: (typeof trunkSecurities)[number];
  gateways: readonly SipGateway[];
}

/** What only several fields together can get wrong. */
export function checkSipTrunk({ account, register, callerId, security, gateways }: Checked, context: z.RefinementCtx) {
  const wrong = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  if (register && !account) wrong(['account'], 'trunks.wrong.registerWithoutAccount');
  if (callerId.from === 'account' && !account) wrong(['callerId', 'from'], 'trunks.wrong.fromWithoutAccount');
  // The keys of the sound stand in the messages: over an open wire everybody reads them.
  if (security === 'sdes' && gateways.some(({ transport }) => transport === 'udp' || transport === 'tcp'))
    wrong(['security'], 'trunks.wrong.securityWithoutTls');
}

/** What somebody may set of a SIP trunk. */
export const SipTrunkFields = z.object(sipTrunkShape).superRefine(checkSipTrunk);
export type SipTrunkFields = z.output<typeof SipTrunkFields>;
export const SipTrunkChange = z
  .object({ id: z.coerce.number().int().positive(), version: z.number().int(), ...sipTrunkShape })
  .superRefine(checkSipTrunk);
export type SipTrunkChange = z.output<typeof SipTrunkChange>;

/** A trunk nobody has said anything about. */
export const NEW_SIP_TRUNK: SipTrunkFields = {
  name: '',
  enabled: true,
  preset: '',
  domain: '',
  gateways: [{ host: '', port: null, transport: null }],
  account: null,
  register: null,
  signallingFrom: [],
  mediaFrom: [],
  hosts: [],
  roots: '',
  security: 'none',
  codecs: ['PCMU', 'PCMA'],
  calledNumber: { form: 'plus', country: '', cut: '', prefix: '' },
  shownNumber: { form: 'plus', country: '', cut: '', prefix: '' },
  dialledNumber: { form: 'international', country: '', cut: '', prefix: '' },
  callerNumber: { form: 'international', country: '', cut: '', prefix: '' },
  callerId: { from: 'number', vouched: 'asserted', vouchedNumber: '', host: '', hidden: 'anonymous', diversion: '' },
  headers: [],
  sessionSec: 1_800,
  callsAtOnce: 100,
  callsPerSec: 20,
  healthSec: 60,
  largeByTcp: true,
};
