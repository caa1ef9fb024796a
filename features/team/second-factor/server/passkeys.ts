import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '../contract.ts';
import { challengeOf, counterOf, credentialIdOf, isLater, type PasskeyDeed } from '../core/passkey.ts';
import { passkeysRepo } from './passkeys.repo.ts';

const LIFE_MS = 5 * 60_000;
/** More than somebody carries; a list of them is sent with every question. */
const MOST = 20;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Asks passkeys and believes what they sign. They are bound to the address people type, as it was set. */
export function openPasskeys({ clock, publicUrl }: Pick<World, 'clock' | 'publicUrl'>) {
  const { hostname: rpId, origin } = new URL(publicUrl);
  const rpIdHash = sha256(rpId);

  /** Throws unless the answer is to a question we asked this person, lately and for this. */
  async function spend(tx: Tx, userId: number, clientData: Buffer, deed: PasskeyDeed): Promise<void> {
    const challenge = challengeOf(clientData.toString('utf8'), { deed, origin, rpIdHash });
    const isAsked =
      challenge !== null &&
      (await passkeysRepo(tx, userId).spendChallenge(hashToken(challenge), new Date(clock.nowMs())));
    if (!isAsked) throw new Failure('passkeyRefused');
  }

  async function question(tx: Tx, userId: number): Promise<PasskeyQuestion> {
    const repo = passkeysRepo(tx, userId);
    const challenge = randomBytes(32).toString('base64url');
    const nowMs = clock.nowMs();
    await repo.keepChallenge(hashToken(challenge), new Date(nowMs), new Date(nowMs + LIFE_MS));
    const ids = (await repo.all()).map((key) => key.credential_id.toString('base64url'));
    return { challenge, rpId, ids };
  }

  return {
    rpId,
    question,

    /** What a new one is to sign, and for whom the browser keeps it. */
    async beginning(tx: Tx, userId: number): Promise<PasskeyQuestion & { person: { id: number; email: string } }> {
      const { rows } = await sql<{ id: number; email: string }>`
        select id, email from user_account where id = ${userId}`.execute(tx.as());
      return { ...(await question(tx, userId)), person: rows[0]! };
    },

    /** Throws `passkeyRefused`. The key comes from the browser beside what holds it: nobody vouches for either. */
    async add(tx: Tx, userId: number, { name, ...made }: NewPasskey): Promise<void> {
      const repo = passkeysRepo(tx, userId);
      await spend(tx, userId, bytesOf(made.clientData), 'webauthn.create');
      const data = bytesOf(made.authenticatorData);
      const [counter, id] = [counterOf(data, { rpIdHash }), credentialIdOf(data)];
      const publicKey = bytesOf(made.publicKey);
      if (counter === null || id === null || !isKey(publicKey) || (await repo.all()).length >= MOST)
        throw new Failure('passkeyRefused');
      await repo.add({ credential_id: Buffer.from(id), public_key: publicKey, counter, name }, new Date(clock.nowMs()));
    },

    /** Whether one of the person's passkeys signed what it was asked. */
    async isRight(tx: Tx, userId: number, answer: PasskeyAnswer): Promise<boolean> {
      const repo = passkeysRepo(tx, userId);
      const [clientData, data] = [bytesOf(answer.clientData), bytesOf(answer.authenticatorData)];
      const key = (await repo.all()).find((each) => each.credential_id.equals(bytesOf(answer.credential)));
      const counter = counterOf(data, { rpIdHash });
      if (!key || counter === null) return false;
      try {
        await spend(tx, userId, clientData, 'webauthn.get');
      } catch (thrown) {
        if (thrown instanceof Failure) return false;
        throw thrown;
      }
      const signed = Buffer.concat([data, sha256(clientData)]);
      if (!isSigned(key.public_key, signed, bytesOf(answer.signature)) || !isLater(counter, key.counter)) return false;
      await repo.used(key.id, counter, new Date(clock.nowMs()));
      return true;
    },
  };
}

export type Passkeys = ReturnType<typeof openPasskeys>;

const read = (der: Buffer) => createPublicKey({ key: der, format: 'der', type: 'spki' });

/** P-256, RSA and Ed25519, which is what browsers are asked for. */
function isKey(der: Buffer): boolean {
  try {
    return ['ec', 'rsa', 'ed25519'].includes(read(der).asymmetricKeyType ?? '');
  } catch {
    return false;
  }
}

function isSigned(der: Buffer, bytes: Buffer, signature: Buffer): boolean {
  const key = read(der);
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key, signature);
  } catch {
    return false;
  }
}
