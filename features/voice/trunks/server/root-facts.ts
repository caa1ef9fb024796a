import { X509Certificate } from 'node:crypto';
import { rootsIn } from '#core/trunk/root-certificates.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { TrunkRoot } from '../contract.ts';

const SUBJECT_CHARS = 200;

/** What a person recognises a certificate by. */
export const rootFacts = (text: string): TrunkRoot[] =>
  rootsIn(text).map((pem) => {
    const { subject, validToDate } = new X509Certificate(pem);
    return {
      subject: subject.replaceAll('\n', ', ').slice(0, SUBJECT_CHARS),
      until: toWireTime(validToDate.getTime()),
    };
  });

/** Refuses what is no certificate, or is none any more. */
export function checkRoots(text: string, nowMs: number): void {
  for (const pem of rootsIn(text)) {
    let until: number;
    try {
      until = new X509Certificate(pem).validToDate.getTime();
    } catch {
      throw new Failure('invalidInput', 'roots: trunks.wrong.roots');
    }
    if (until <= nowMs) throw new Failure('invalidInput', 'roots: trunks.wrong.rootsExpired');
  }
}
