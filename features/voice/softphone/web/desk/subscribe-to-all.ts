import { text } from '#platform/web/i18n.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { learnCalls, readAgent } from './agent-and-calls.ts';
import type { EngineWorld } from './desk-engine.ts';
import { subscribeToLine } from './subscribe-to-line.ts';
import { subscribeToServer } from './subscribe-to-server.ts';
import { watchMicrophone } from './microphone-watch.ts';
import type { PhoneWorld } from './perform-phone.ts';
import { watchRingtone } from './ringtone-watch.ts';

/** Hears phone, line, server, microphone, sound and the line for seats; the answer stops it all. */
export function subscribeToAll(engine: EngineWorld, world: PhoneWorld): () => void {
  const { parts, line, phone, status, known, send, show, later, changed } = engine;
  const endings = [
    watchPhone(engine),
    status.watch(changed),
    subscribeToLine(line, {
      phone: phone.current,
      send,
      readAgent: () => readAgent(engine),
      later,
      log: parts.log,
      figures(figures) {
        known.quality = figures;
        changed();
      },
      quality: (session, callQuality) => (world.quality = { session, quality: callQuality }),
    }),
    subscribeToServer({
      deviceId: parts.deviceId,
      send,
      agent: status.receiveAgent,
      calls: (calls) => learnCalls(engine, calls),
      pageBack() {
        line.check();
        send({ type: 'networkBack' });
      },
      pageShown: () => status.send({ type: 'pageShown' }),
    }),
    watchMicrophone({ sound: parts.sound, later, show }, (is, isAsking) => {
      known.permission = is;
      // Whoever is being asked has not been refused: the status waits for the answer.
      if (!isAsking) status.send({ type: 'microphoneChanged', open: is === 'granted' });
      changed();
    }),
    watchRingtone(parts.tones),
    parts.seat?.watch(changed) ?? (() => {}),
    watchSound(engine),
  ];
  return () => {
    for (const end of endings) end();
  };
}

/** The status hears when a call begins and ends; how one sounded goes with it. */
function watchPhone({ phone, status, known, changed }: EngineWorld): () => void {
  let wasBusy: 'inCall' | 'monitoring' | null = null;
  return phone.watch(({ call: now }) => {
    const busy = now === null ? null : now.monitor ? 'monitoring' : 'inCall';
    if (busy !== wasBusy)
      status.send({ type: 'callChanged', inCall: busy !== null, monitoring: busy === 'monitoring' });
    wasBusy = busy;
    if (now === null) known.quality = null;
    changed();
  });
}

function watchSound({ parts, status, show, changed }: EngineWorld): () => void {
  return parts.sound.onEvent((event) => {
    if (event.type === 'needsGesture') {
      status.send({ type: 'soundChanged', open: !event.needed });
      if (!event.needed) show({ kind: 'allowed', media: BlockedMedia.audio });
    }
    if (event.type === 'deviceLost')
      show({
        kind: 'toast',
        toast: {
          tone: 'warning',
          text: text('softphone.desk.deviceLost', { name: event.name }),
          id: 'softphone.device',
        },
      });
    changed();
  });
}
