import { WebSocket, type ClientOptions } from 'ws';
import type { LeadPhone } from '#adapters/telephony/embedded/sip/lead-phones.ts';
import type { Wire, WireEnd } from '#adapters/telephony/embedded/sip/wire.ts';
import { certificateTrust } from '#platform/server/homes/certificate-trust.ts';
import type { HomeElsewhere, Homes } from '#platform/server/homes/homes.ts';
import { PASSED_ON_HEADER, passedOnHeader } from '#platform/server/homes/passed-on.ts';
import { Failure } from '#shared/errors.ts';

const LED = { method: 'GET', url: '/cc/sip/led' };
const SIP = 'sip';
const CONNECT_MS = 1_500;
const TRY_AGAIN = 1_012;
const MOST_UNSENT = 100;
/** More than a phone says while a home that lives looks away for a moment. */
const MOST_UNSENT_BYTES = 262_144;

interface PhoneLeadParts {
  homes: Pick<Homes, 'find' | 'missed' | 'onMoved'>;
  /** Whose account it is; null for nobody's. */
  tenantOf(account: string): Promise<number | null>;
  /** That of this installation, where its processes speak https. */
  certificate: string | null;
}

/** Leads phones to the exchange of their tenant's home; what they say goes there over a websocket of ours, and comes back. */
export function openPhoneLead({ homes, tenantOf, certificate }: PhoneLeadParts): LeadPhone {
  return async (account, wire) => {
    // While nobody can be asked whose it is, the registrar here says so.
    const tenantId = await tenantOf(account).catch(() => null);
    if (tenantId === null) return null;
    const home = await homes.find(tenantId);
    if (home.at === 'here') return null;
    // One step and no further, as with everything that is passed on. A desk phone is served at its own port alone: its next server is.
    if (wire.isLed || wire.way || !URL.canParse(home.address)) throw new Failure('unavailable');
    const end = ledEnd(home, wire, certificate, () => homes.missed(tenantId, home.address));
    const forget = homes.onMoved((moved, address) => {
      if (moved === tenantId && address !== null && address !== home.address) end.closed();
    });
    end.whenOver(forget);
    return end;
  };
}

function ledEnd(
  home: HomeElsewhere,
  wire: Wire,
  certificate: string | null,
  missed: () => void,
): WireEnd & { whenOver(act: () => void): void } {
  const unsent: string[] = [];
  const acts: (() => void)[] = [];
  const options: ClientOptions = {
    perMessageDeflate: false,
    // The phone itself answers whether it lives.
    autoPong: false,
    handshakeTimeout: CONNECT_MS,
    headers: {
      [PASSED_ON_HEADER]: passedOnHeader(home.pass, LED, { address: wire.from ?? wire.address, site: '' }),
    },
    ...(certificate && certificateTrust(certificate)),
  };
  const line = new WebSocket(`${home.address.replace(/^http/, 'ws')}${LED.url}`, SIP, options);
  let isOver = false;

  function over(code: number): void {
    if (isOver) return;
    isOver = true;
    for (const act of acts) act();
    line.terminate();
    wire.close(code);
  }

  line.once('error', missed);
  line.on('open', () => {
    line.off('error', missed);
    for (const text of unsent.splice(0)) line.send(text);
  });
  line.on('message', (data) => wire.send(String(data)));
  line.on('ping', () => wire.ping(null));
  line.on('error', () => {});
  line.on('close', (code) => over(code === 1_006 || code === 1_005 ? TRY_AGAIN : code));

  return {
    receive(text) {
      if (line.bufferedAmount > MOST_UNSENT_BYTES) over(TRY_AGAIN);
      else if (line.readyState === WebSocket.OPEN) line.send(text);
      else if (unsent.push(text) > MOST_UNSENT) over(TRY_AGAIN);
    },
    touch: () => line.readyState === WebSocket.OPEN && line.pong(),
    closed: () => over(TRY_AGAIN),
    isSignedIn: () => false,
    whenOver: (act) => void acts.push(act),
  };
}
