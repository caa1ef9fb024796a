import type { Session } from 'sip.js';

/** As long as a finger stays on a key, and the pause after it: shorter than the gap between two keys (W9, 250 ms). */
const TONE_MS = 160;
const PAUSE_MS = 70;
const TONE = /^[0-9A-D#*,]$/;

/**
 * Presses a key towards the other side: within the sound (RFC 4733), or by INFO where the sound cannot carry it now. Answers for how long
 * it may still sound, with those before it.
 */
export async function sendTone(
  session: Session,
  connection: Pick<RTCPeerConnection, 'getSenders'> | null,
  tone: string,
): Promise<number> {
  if (!TONE.test(tone)) throw new Error('No such key.');
  const keys = connection?.getSenders().find((sender) => sender.dtmf)?.dtmf;
  // Whatever is still to be pressed stays: a new list takes the place of the old one.
  if (keys?.canInsertDTMF) {
    const waiting = keys.toneBuffer + tone;
    keys.insertDTMF(waiting, TONE_MS, PAUSE_MS);
    // One that sounds already is not among those that wait.
    return (1 + waiting.length) * (TONE_MS + PAUSE_MS);
  }
  // A pause needs no signal.
  if (tone === ',') return 0;
  await new Promise<void>((resolve, reject) => {
    session
      .info({
        requestDelegate: {
          onAccept: () => resolve(),
          onReject: ({ message }) => reject(new Error(`Refused with ${message.statusCode}.`)),
        },
        requestOptions: {
          body: {
            contentDisposition: 'render',
            contentType: 'application/dtmf-relay',
            content: `Signal=${tone}\r\nDuration=${TONE_MS}`,
          },
        },
      })
      .catch(reject);
  });
  return 0;
}
