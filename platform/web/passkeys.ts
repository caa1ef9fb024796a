import { refuse } from './failures.ts';

/** What the server asks a passkey: to sign this challenge for this domain, with one of these keys. */
interface PasskeyQuestion {
  challenge: string;
  rpId: string;
  ids: readonly string[];
}

/** P-256, Ed25519 and RSA, in this order; what every browser and the server can. */
const ALGORITHMS = [-7, -8, -257];

/** Whether this browser has passkeys for this domain: only where the page is opened by it, and over TLS or on this machine. */
export const hasPasskeysFor = (rpId: string): boolean =>
  'PublicKeyCredential' in window &&
  window.isSecureContext &&
  (window.location.hostname === rpId || window.location.hostname.endsWith(`.${rpId}`));

/** Lets one of the person's passkeys sign. Throws `passkeyRefused`, also when the person does not want to. */
export async function signWithPasskey({ challenge, rpId, ids }: PasskeyQuestion) {
  const { response, rawId } = await credential(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        allowCredentials: ids.map(described),
        userVerification: 'preferred',
      },
    }),
  );
  const { authenticatorData, clientDataJSON, signature } = response as AuthenticatorAssertionResponse;
  return {
    credential: textOf(rawId),
    authenticatorData: textOf(authenticatorData),
    clientData: textOf(clientDataJSON),
    signature: textOf(signature),
  };
}

/** Makes a passkey for a person; not a second one on the same authenticator. */
export async function makePasskey({ challenge, rpId, ids }: PasskeyQuestion, person: { id: number; email: string }) {
  const { response } = await credential(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId, name: 'OpenSeat' },
        user: { id: new TextEncoder().encode(String(person.id)), name: person.email, displayName: person.email },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: ids.map(described),
        authenticatorSelection: { userVerification: 'preferred' },
        attestation: 'none',
      },
    }),
  );
  const made = response as AuthenticatorAttestationResponse;
  const publicKey = made.getPublicKey();
  if (!publicKey) return refuse('passkeyRefused');
  return {
    authenticatorData: textOf(made.getAuthenticatorData()),
    clientData: textOf(made.clientDataJSON),
    publicKey: textOf(publicKey),
  };
}

async function credential(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const answer = await ask();
    if (answer) return answer as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  return refuse('passkeyRefused');
}

const described = (id: string): PublicKeyCredentialDescriptor => ({ type: 'public-key', id: bytesOf(id) });

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
