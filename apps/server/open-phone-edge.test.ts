import { expect, test } from 'vitest';
import type { PhoneWiresOptions } from '#adapters/telephony/embedded/sip/phone-wires.ts';
import { BadSetting } from './config.ts';
import { openPhoneEdge, phoneAliases, phoneMedia } from './open-phone-edge.ts';
import type { PhonePorts } from './phone-ports.ts';

const ports: PhonePorts = {
  udpPort: 5_060,
  tcpPort: null,
  tls: null,
  bindAddress: '0.0.0.0',
  announcedAddress: '203.0.113.5',
  host: 'sip.example',
  rtpPorts: { first: 20_000, last: 20_003 },
};

test('without a port nothing is opened and nothing is shown', async () => {
  const nobody = { listen: () => Promise.reject(new Error('asked')) };
  expect(await openPhoneEdge(nobody, null)).toEqual([]);
  expect([phoneMedia(null), phoneAliases(null)]).toEqual([{}, {}]);
});

test('the transports that are open are shown, encrypted first, by the name people type', async () => {
  const asked: PhoneWiresOptions[] = [];
  const telephony = {
    listen: async (options: PhoneWiresOptions) => {
      asked.push(options);
      return { udp: 5_060, tls: 5_061 };
    },
  };
  expect(await openPhoneEdge(telephony, ports)).toEqual([
    { transport: 'tls', host: 'sip.example', port: 5_061 },
    { transport: 'udp', host: 'sip.example', port: 5_060 },
  ]);
  expect(asked).toEqual([{ bindAddress: '0.0.0.0', announcedAddress: '203.0.113.5', udpPort: 5_060 }]);
  expect(phoneAliases(ports)).toEqual({ aliases: ['sip.example', '203.0.113.5'] });
});

test.each([
  ['a port that is taken', ports, Object.assign(new Error('taken'), { code: 'EADDRINUSE' }), /EADDRINUSE.*SIP_PHONE_/],
  [
    'a certificate nobody can read',
    { ...ports, tls: { port: 0, cert: '/no', key: '/no' } },
    null,
    /SIP_PHONE_TLS_CERT/,
  ],
])('%s is a sentence about settings', async (_, given, problem, words) => {
  const opening = openPhoneEdge({ listen: () => (problem ? Promise.reject(problem) : Promise.resolve({})) }, given);
  await expect(opening).rejects.toThrow(BadSetting);
  await expect(opening).rejects.toThrow(words);
});
