import { z } from 'zod';

/** How the exchange of Kamailio and Asterisk is found, where it is not as its command left it. */
export interface HouseSettings {
  home: string | null;
  ownAddress: string | null;
  phonesUrl: string | null;
}

export const houseSettings = {
  /** The folder of `npm run exchange`, where it is not `exchange` in DATA_DIR: that of another process of this machine. */
  EXCHANGE_HOME: z.string().min(1).optional(),
  /** Where the nodes reach this process, for sounds and streams; the address of the edge unless set. */
  EXCHANGE_OWN_ADDRESS: z.ipv4().optional(),
  /** Where phones open websockets, `wss://host:port`, where it is not where the edge listens: behind a proxy. */
  EXCHANGE_PHONES_URL: z
    .string()
    .regex(/^wss?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i, 'must be wss://host:port')
    .optional(),
};

type Given = z.output<z.ZodObject<typeof houseSettings>>;

export const houseIn = ({ EXCHANGE_HOME, EXCHANGE_OWN_ADDRESS, EXCHANGE_PHONES_URL }: Given): HouseSettings => ({
  home: EXCHANGE_HOME ?? null,
  ownAddress: EXCHANGE_OWN_ADDRESS ?? null,
  phonesUrl: EXCHANGE_PHONES_URL ?? null,
});

/** Ports of the product's own that an exchange outside does not have; they would be opened for nobody. */
const OWN_PHONES = ['SIP_PHONE_UDP_PORT', 'SIP_PHONE_TCP_PORT', 'SIP_PHONE_TLS_PORT'] as const;

/** What an exchange outside lacks or cannot have, in words somebody can act on; null: nothing. */
export function houseLacking(
  given: { EXCHANGE: string; DATABASE_URL?: string | undefined } & Partial<
    Record<(typeof OWN_PHONES)[number], number | undefined>
  >,
): string | null {
  if (given.EXCHANGE !== 'asterisk') return null;
  if (!given.DATABASE_URL)
    return 'Setting EXCHANGE is not usable: asterisk needs DATABASE_URL, where Kamailio reads accounts; the embedded database ends with OpenSeat.';
  const own = OWN_PHONES.find((name) => given[name] !== undefined);
  return own ? `Setting ${own} is not usable: with EXCHANGE=asterisk phones are browsers, at the edge.` : null;
}
