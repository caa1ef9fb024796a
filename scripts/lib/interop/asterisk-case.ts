import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAsterisk } from '#adapters/telephony/asterisk/config/find-program.ts';
import { aCertificate } from '#adapters/telephony/trunk/certificate.fixture.ts';
import type { CarrierLine, CarrierPlan } from './asterisk-files.ts';
import { openAsterisk } from './asterisk.ts';
import { callInChecks, lastingCallChecks, unansweredCallChecks } from './call-in-checks.ts';
import { callOutChecks } from './call-out-checks.ts';
import { carrierHoldCheck } from './carrier-hold-check.ts';
import { forCarriers, openCarrierStage } from './carrier-stage.ts';
import type { InteropCase } from './case.ts';
import { openChecks } from './checks.ts';
import { deskPhoneCheck } from './desk-phone-check.ts';
import { lossChecks } from './loss-checks.ts';
import { manyCallsOutCheck } from './many-calls-out-check.ts';
import { newcomerCheck } from './newcomer-check.ts';
import { freePort } from './product.ts';
import { registrationChecks } from './registration-checks.ts';
import { trunkFaultChecks } from './trunk-fault-checks.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'pw-of-the-line';
const account = { password: PASSWORD };

/** The carrier's customers: each tries one way of being connected. */
const lines: CarrierLine[] = [
  { name: 'md5', address: '127.0.0.11', account, settings: { moh_passthrough: 'yes' } },
  { name: 'sha256', address: '127.0.0.12', account: { ...account, algorithm: 'SHA-256' } },
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
  { name: 'newcomer', address: '127.0.0.19', account },
  { name: 'lossy', address: '127.0.0.20', account },
  // A telephone of the carrier's own, known by its name: it is asked for the password once.
  {
    name: 'phone',
    address: '127.0.0.21',
    account,
    settings: { identify_by: 'username', rewrite_contact: 'yes', rtp_symmetric: 'yes' },
  },
  {
    name: 'tls',
    address: '127.0.0.1',
    transport: 'tls',
    account,
    settings: { media_encryption: 'sdes', rewrite_contact: 'yes' },
  },
];

/** Made for one play: the product trusts them, the carrier shows them. */
function makeCertificates() {
  const good = aCertificate('localhost');
  const expired = aCertificate('localhost', { from: -9 * DAY_MS, until: -DAY_MS });
  const folder = mkdtempSync(join(tmpdir(), 'openseat-trusted-'));
  const file = join(folder, 'trusted.pem');
  writeFileSync(file, good.cert + expired.cert);
  return { shown: { good, expired }, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

let arranged: { us: { address: string; port: number }; certificates: ReturnType<typeof makeCertificates> } | null =
  null;

/** Asterisk as the carrier of SIP trunks that somebody entered, over the whole product. */
export const asteriskCase: InteropCase = {
  name: 'asterisk',

  lacks: async () =>
    findAsterisk()
      ? null
      : 'It needs a carrier: Asterisk 22, installed, or unpacked into a folder that ASTERISK_TREE names (usr/sbin/asterisk in it).',

  async env() {
    const { env, us } = await forCarriers();
    arranged = { us, certificates: makeCertificates() };
    return { ...env, NODE_EXTRA_CA_CERTS: arranged.certificates.file };
  },

  async play(product) {
    const { us, certificates } = arranged!;
    const plan: CarrierPlan = {
      port: await freePort(),
      tlsPort: await freePort(),
      expiredPort: await freePort(),
      certificates: certificates.shown,
      rtpPorts: { first: 30_000, last: 31_998 },
      lines,
    };
    const carrier = await openAsterisk(findAsterisk()!, plan);
    const stage = await openCarrierStage(product);
    const checks = openChecks('asterisk', async () => {
      await stage.quiet();
      await carrier.hangUpAll();
    });
    const scene = { stage, carrier, plan, checks, us, password: PASSWORD };
    const version =
      /^Asterisk \S+/m.exec(await carrier.command('core show version'))?.[0] ?? 'an Asterisk without a version';
    try {
      await registrationChecks(scene);
      await callOutChecks(scene);
      await callInChecks(scene);
      await unansweredCallChecks(scene);
      await carrierHoldCheck(scene);
      await deskPhoneCheck(scene);
      await trunkFaultChecks(scene);
      await lossChecks(scene);
      await manyCallsOutCheck(scene);
      await lastingCallChecks(scene);
      await newcomerCheck(scene);
    } finally {
      await stage.leave();
      await carrier.close();
      certificates.remove();
    }
    return checks.end(version);
  },
};
