export const SDP = 'application/sdp';

export const sdpBody = (content: string) => ({ contentDisposition: 'session', contentType: SDP, content });

/** Whether the phone stops listening: its sound is sent only or not at all, or goes nowhere. */
export function isHold(offer: string): boolean {
  const [session = '', ...media] = offer.split(/^m=/m);
  const audio = media.find((part) => part.startsWith('audio ')) ?? '';
  const direction =
    /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m.exec(audio) ??
    /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m.exec(session);
  const address = /^c=IN IP4 (\S+)/m.exec(audio) ?? /^c=IN IP4 (\S+)/m.exec(session);
  // WebRTC offers write 0.0.0.0 while they have no candidates: it means a hold only where nothing says otherwise.
  return direction
    ? direction[1] === 'sendonly' || direction[1] === 'inactive'
    : address?.[1] === '0.0.0.0' && !/^a=(ice-ufrag|fingerprint)/m.test(offer);
}
