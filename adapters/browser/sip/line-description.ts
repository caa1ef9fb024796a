import type { Session, SessionDescriptionHandlerFactory } from 'sip.js';
import { SessionDescriptionHandler } from 'sip.js/lib/platform/web/index.js';
import { PHONE } from '#core/phone/phone-constants.ts';
import { gatheredEnough } from './ice-gathering.ts';

/** Makes and takes session descriptions of one call: leaves early, and takes back an offer that was refused. */
export class LineDescription extends SessionDescriptionHandler {
  protected override waitForIceGatheringComplete(restart = false): Promise<void> {
    const connection = this.peerConnection;
    if (!connection) return Promise.reject(new Error('The connection is closed.'));
    const hasServers = (connection.getConfiguration().iceServers ?? []).length > 0;
    return gatheredEnough(connection, { restart, hasServers, ceilingMs: PHONE.iceGatheringMs });
  }

  /** Without it a hold that was refused would make every later one fail. */
  async rollbackDescription(): Promise<void> {
    if (this.peerConnection?.signalingState === 'have-local-offer')
      await this.peerConnection.setLocalDescription({ type: 'rollback' });
  }
}

/** Descriptions for SIP.js; `microphoneOf` says what a call sends. */
export function describing(
  microphoneOf: (session: Session) => MediaStreamTrack,
  iceServers: readonly RTCIceServer[],
): SessionDescriptionHandlerFactory {
  return (session) =>
    new LineDescription(
      session.userAgent.getLogger('line'),
      () => Promise.resolve(new MediaStream([microphoneOf(session)])),
      {
        iceGatheringTimeout: PHONE.iceGatheringMs,
        peerConnectionConfiguration: {
          iceServers: [...iceServers],
          bundlePolicy: 'max-bundle',
          rtcpMuxPolicy: 'require',
        },
      },
    );
}
