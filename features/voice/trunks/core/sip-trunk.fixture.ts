import { NEW_SIP_TRUNK, type SipTrunkFields } from '../contract.ts';

/** A trunk as somebody would enter it. */
export const aSipTrunk = (wishes: Partial<SipTrunkFields> = {}): SipTrunkFields => ({
  ...NEW_SIP_TRUNK,
  name: 'Carrier',
  domain: 'carrier.example',
  gateways: [{ host: 'sip.carrier.example', port: null, transport: null }],
  ...wishes,
});

/** One that registers. */
export const aRegisteredTrunk = (wishes: Partial<SipTrunkFields> = {}): SipTrunkFields =>
  aSipTrunk({
    account: { user: 'ana', authUser: '', password: 'geheim' },
    register: { seconds: 600 },
    ...wishes,
  });
