/**
 * Whether somebody may hand it in as the address of a server we shall call: https and a name with a dot, no name and password.
 * Where it leads is looked at with every call; this only spares people an address that can never work.
 */
export function isReceiverAddress(text: string, { allowPrivate }: { allowPrivate: boolean }): boolean {
  const parts = /^(https?):\/\/([^/?#@\s]+)([/?#]\S*)?$/i.exec(text);
  if (!parts) return false;
  if (allowPrivate) return true;
  const host = parts[2]!.replace(/:\d+$/, '').toLowerCase();
  return (
    parts[1]!.toLowerCase() === 'https' &&
    /^[^[\]:]+\.[a-z][a-z0-9-]*\.?$/.test(host) &&
    !/\.(local|internal|localhost)\.?$/.test(host)
  );
}

/** The address without what may be a password: many services put it into the path, others behind the question mark. */
export const withoutSecrets = (url: string): string => url.replace(/^([a-z]+:\/\/[^/?#]+)(\/?[?#].*|\/.+)$/is, '$1/…');
