import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aCertificate } from '#adapters/telephony/trunk/certificate.fixture.ts';
import type { CarrierLine, CarrierPlan } from './asterisk-files.ts';
import { findAsterisk, openAsterisk } from './asterisk.ts';
import { callsIn, callsOut, faults, manyCalls, registrations } from './carrier-checks.ts';
import { openCarrierStage, openChecks } from './carrier-stage.ts';
import type { InteropCase } from './case.ts';
import { freePort } from './product.ts';

const PASSWORD = 'pw-of-the-line';
const certificates: CarrierPlan['certificates'] = {
  good: aCertificate('localhost'),
  expired: aCertificate('localhost', { from: -9 * 86_400_000, until: -86_400_000 }),
};

/** The carrier's customers: each tries one way of being connected. */
const lines: CarrierLine[] = [
  { name: 'md5', address: '127.0.0.11', account: { password: PASSWORD } },
  { name: 'sha256', address: '127.0.0.12', account: { password: PASSWORD, algorithm: 'SHA-256' } },
  { name: 'alaw', address: '127.0.0.13', settings: { allow: '!all,alaw' } },
  { name: 'slow', address: '127.0.0.14', settings: { allow: '!all,ulaw:30', '100rel': 'required' } },
  {
    name: 'timed',
    address: '127.0.0.15',
    settings: { timers: 'always', timers_min_se: '90', timers_sess_expires: '90' },
  },
  { name: 'tcp', address: '127.0.0.16', transport: 'tcp' },
  { name: 'many', address: '127.0.0.17' },
  { name: 'second', address: '127.0.0.18' },
  {
    name: 'tls',
    address: '127.0.0.1',
    transport: 'tls',
    account: { password: PASSWORD },
    settings: { media_encryption: 'sdes' },
  },
];

let trunkPort = 0;

/** Asterisk as the carrier of SIP trunks that somebody entered, over the whole product. */
export const asteriskCase: InteropCase = {
  name: 'asterisk',

  lacks: async () =>
    findAsterisk()
      ? null
      : 'It needs Asterisk 22: installed, or unpacked into a folder that ASTERISK_TREE names (usr/sbin/asterisk in it).',

  async env() {
    const folder = mkdtempSync(join(tmpdir(), 'openseat-trusted-'));
    const trusted = join(folder, 'trusted.pem');
    writeFileSync(trusted, certificates.good.cert + certificates.expired.cert);
    trunkPort = await freePort();
    return {
      SIP_TRUNK_PORT: String(trunkPort),
      TRUNK_BIND: '127.0.0.1',
      TRUNK_ADDRESS: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: trusted,
    };
  },

  async play(product) {
    const plan: CarrierPlan = {
      port: await freePort(),
      tlsPort: await freePort(),
      expiredPort: await freePort(),
      certificates,
      rtpPorts: { first: 30_000, last: 31_998 },
      lines,
    };
    const carrier = await openAsterisk(findAsterisk()!, plan);
    const checks = openChecks('asterisk');
    const stage = await openCarrierStage(product);
    try {
      const about = { stage, carrier, plan, checks, password: PASSWORD, us: { address: '127.0.0.1', port: trunkPort } };
      await registrations(about);
      await callsOut(about);
      await callsIn(about);
      await faults(about);
      await manyCalls(about);
    } finally {
      await stage.leave();
      await carrier.close();
    }
    return checks.end();
  },
};
