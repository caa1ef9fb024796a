import { X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { EncryptionAlgorithm, EncryptOptions } from 'xml-encryption';

// Somebody else's way of encrypting, and not ours turned round: the SAML library brings it along.
const ours = createRequire(import.meta.url);
const { encrypt } = createRequire(ours.resolve('@node-saml/node-saml'))('xml-encryption') as {
  encrypt(content: string, options: EncryptOptions, done: (problem: Error | null, xml: string) => void): void;
};

export interface Sealing {
  content: EncryptionAlgorithm;
  key: EncryptOptions['keyEncryptionAlgorithm'];
}

const usual: Sealing = {
  content: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  key: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
};

/** The same answer with its assertion encrypted for whoever holds the key of a certificate. */
export async function sealAssertion(xml: string, cert: string, how: Partial<Sealing> = {}): Promise<string> {
  const { content, key } = { ...usual, ...how };
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0];
  const sealed = await promisify(encrypt)(assertion, {
    pem: cert,
    rsa_pub: new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'pem' }),
    encryptionAlgorithm: content,
    keyEncryptionAlgorithm: key,
    warnInsecureAlgorithm: false,
  });
  return xml.replace(assertion, () => `<saml:EncryptedAssertion>${sealed}</saml:EncryptedAssertion>`);
}
