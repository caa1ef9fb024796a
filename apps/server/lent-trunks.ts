import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lentCarrier } from '#core/trunk/carrier-words.ts';
import { rootsIn } from '#core/trunk/root-certificates.ts';
import type { LentLine } from '#core/trunk/trunks.port.ts';
import { NEW_SIP_TRUNK, SipTrunkFields } from '#features/voice/trunks/contract.ts';
import { describedLine } from '#features/voice/trunks/server/index.ts';
import { BadSetting } from './config.ts';

const Loan = z.object({
  lend: z.string().regex(/^[a-z0-9-]{1,30}$/, 'small letters, digits and dashes'),
  /** Tenants by id; without it all of them. */
  to: z.array(z.number().int().positive()).max(10_000).optional(),
});

/** Reads what `TRUNKS_FILE` names. Whatever is wrong in it ends the start with a line that says where. */
export function readLentTrunks(file: string | null): LentLine[] {
  if (file === null) return [];
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new BadSetting('Setting TRUNKS_FILE must name a file of JSON that can be read.');
  }
  if (!Array.isArray(entries)) throw new BadSetting('Setting TRUNKS_FILE must name a list of trunks: [{…}, {…}].');
  const lent = entries.map(readEntry);
  if (new Set(lent.map(({ carrier }) => carrier)).size < lent.length)
    throw new BadSetting('Setting TRUNKS_FILE lends two trunks by the same name.');
  return lent;
}

function readEntry(entry: unknown, index: number): LentLine {
  const loan = Loan.safeParse(entry);
  const fields = SipTrunkFields.safeParse({ ...NEW_SIP_TRUNK, name: loan.data?.lend, ...(entry as object) });
  const [issue] = [...(loan.error?.issues ?? []), ...(fields.error?.issues ?? [])];
  if (!loan.success || !fields.success)
    throw new BadSetting(
      `Setting TRUNKS_FILE is not usable: trunk ${index + 1}, ${issue!.path.join('.')}: ${issue!.message}`,
    );
  if (!rootsIn(fields.data.roots).every(isCertificate))
    throw new BadSetting(
      `Setting TRUNKS_FILE is not usable: trunk ${index + 1}, roots: no certificate that can be read`,
    );
  const line = describedLine(fields.data);
  if ('field' in line)
    throw new BadSetting(`Setting TRUNKS_FILE is not usable: trunk ${index + 1}, ${line.field} is missing`);
  const { lend, to } = loan.data;
  const { name, domain } = fields.data;
  return { carrier: lentCarrier(lend), name, domain, tenantIds: to ?? null, settings: line };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
