import { sql } from 'kysely';
import { sendMail } from '#features/team/account/server/index.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { pushToTenant } from '#platform/server/db/push-beside.ts';
import { functionsFor } from '#platform/server/catalogue.ts';
import { mayUse, type Identity } from '#platform/server/http/caller.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor, type Language } from '#shared/languages.ts';
import type { TenantHelp } from '#features/operator/tenants/contract.ts';
import { HELP_CHANGED } from '../contract.ts';

const HELP_MINUTES = 60;
const SHOWN = 50;

interface HelpRow extends Omit<TenantHelp, 'askedBy' | 'grantedBy' | 'endedBy'> {
  asked_name: string;
  granted_name: string;
  ended_by: string;
}

const columns = sql`h.id, h.asked_name, h.asked_at "askedAt", h.why, to_jsonb(h.functions) functions, h.granted_name, h.granted_at "grantedAt", h.until,
  coalesce(h.ended_at, case when h.until <= now() then h.until end) "endedAt", h.ended_by, (h.ended_at is null and h.until > now()) is true "isOpen"`;

const shown = ({ asked_name: askedBy, granted_name: grantedBy, ended_by: endedBy, ...row }: HelpRow): TenantHelp => ({
  ...row,
  askedBy,
  grantedBy,
  endedBy,
});

/** Help in a tenant, newest first. */
export async function helpsOf(tx: Tx, tenantId: number): Promise<TenantHelp[]> {
  const { rows } = await sql<HelpRow>`
    select ${columns} from tenant_help h where h.tenant_id = ${tenantId} order by h.id desc limit ${SHOWN}`.execute(
    tx.as(),
  );
  return rows.map(shown);
}

/** An operator asks; whoever owns the tenant is told by mail, their pages at once. One that waits is replaced. */
export async function askForHelp(
  tx: Tx,
  { tenantId, userId, name, why, functions }: Asked,
  publicUrl: string,
): Promise<number> {
  await sql`update tenant_help set ended_at = now(), ended_by = ${name} where tenant_id = ${tenantId} and granted_at is null and ended_at is null`.execute(
    tx.as(),
  );
  const { rows } = await sql<{ id: number }>`
    insert into tenant_help (tenant_id, asked_by, asked_name, why, functions)
    values (${tenantId}, ${userId}, ${name}, ${why}, ${[...functions]}::text[]) returning id`.execute(tx.as());
  const { rows: owners } = await sql<{ email: string; language: string }>`
    select u.email, u.language from member m join user_account u on u.id = m.user_id where m.tenant_id = ${tenantId} and m.is_owner and m.enabled`.execute(
    tx.as(),
  );
  for (const { email, language } of owners)
    await sendMail(tx, {
      to: email,
      language: languageFor([language]),
      key: 'operator-help.mail.asked',
      values: { name, why, url: publicUrl },
    });
  await pushHelpChanged(tx, tenantId);
  return rows[0]!.id;
}

interface Asked {
  tenantId: number;
  userId: number;
  name: string;
  why: string;
  functions: readonly string[];
}

/** Lets operators in for an hour, as one asked or by itself. Answers which it is. */
export async function grantHelp(
  tx: TenantTx,
  { id, functions, by }: { id?: number | undefined; functions: readonly string[]; by: string },
): Promise<number> {
  const until = sql`now() + ${HELP_MINUTES} * interval '1 minute'`;
  const { rows } =
    id === undefined
      ? await sql<{ id: number }>`
          insert into tenant_help (functions, granted_name, granted_at, until)
          values (${[...functions]}::text[], ${by}, now(), ${until}) returning id`.execute(tx.as())
      : await sql<{ id: number }>`
          update tenant_help set functions = ${[...functions]}::text[], granted_name = ${by}, granted_at = now(), until = ${until}
          where id = ${id} and granted_at is null and ended_at is null returning id`.execute(tx.as());
  if (!rows[0]) throw new Failure('notFound');
  await tx.push({ kind: HELP_CHANGED, body: {}, access: 'operator-help.grant' });
  return rows[0].id;
}

/** Nobody helps by it any more; sessions that do end with the transaction. */
export async function withdrawHelp(
  { sessions }: Pick<World, 'sessions'>,
  tx: Tx,
  { tenantId, id, by }: { tenantId: number; id: number; by: string },
): Promise<void> {
  const { rows } = await sql`
    update tenant_help set ended_at = now(), ended_by = ${by}
    where id = ${id} and tenant_id = ${tenantId} and ended_at is null and (until is null or until > now()) returning id`.execute(
    tx.as(),
  );
  if (rows.length === 0) throw new Failure('notFound');
  await sessions.end(tx, { helpId: id });
  await pushHelpChanged(tx, tenantId);
}

/** The consent that lasts longest; throws `helpNotGranted` where there is none. */
export async function openHelp(tx: Tx, tenantId: number): Promise<{ id: number; until: string }> {
  const { rows } = await sql<{ id: number; until: string }>`
    select id, until from tenant_help where tenant_id = ${tenantId} and ended_at is null and until > now() order by until desc limit 1 for share`.execute(
    tx.as(),
  );
  if (!rows[0]) throw new Failure('helpNotGranted');
  return rows[0];
}

async function pushHelpChanged(tx: Tx, tenantId: number): Promise<void> {
  await pushToTenant(tx, tenantId, { kind: HELP_CHANGED, access: 'operator-help.grant' });
  await pushTenantsChanged(tx, { about: tenantId });
}

/** What helpers may be given, in words; never the right to let others in, and of `giver` what they have themselves. */
export async function helpRights(
  { catalogue, texts }: Pick<World, 'catalogue' | 'texts'>,
  tx: TenantTx,
  language: Language,
  giver?: Giver,
) {
  return (await functionsFor(catalogue, tx)).flatMap(({ feature, functions }) => {
    const keys = functions.filter((key) => isHelpRight(key) && (!giver || mayUse(giver, key)));
    if (keys.length === 0) return [];
    return {
      feature,
      label: texts.say(language, `${feature}.name`),
      functions: keys.map((key) => ({ key, label: texts.say(language, key.replace('.', '.function.')) })),
    };
  });
}

type Giver = Pick<Identity, 'isOwner' | 'functions'>;

/** Nobody gives more than they have; throws `notAllowed` where nothing is left. */
export function rightsToGive(giver: Giver, wanted: readonly string[]): string[] {
  const given = wanted.filter((key) => mayUse(giver, key));
  if (given.length === 0) throw new Failure('notAllowed');
  return given;
}

const isHelpRight = (key: string): boolean => !key.startsWith('operator-help.');

/** Throws for what is no right, or none that can be given. */
export async function refuseUnknownRights(
  { catalogue }: Pick<World, 'catalogue'>,
  tx: TenantTx,
  wanted: readonly string[],
): Promise<void> {
  const known = new Set((await functionsFor(catalogue, tx)).flatMap(({ functions }) => functions).filter(isHelpRight));
  const unknown = wanted.find((key) => !known.has(key));
  if (unknown !== undefined) throw new Failure('invalidInput', `functions: ${unknown}`);
}
