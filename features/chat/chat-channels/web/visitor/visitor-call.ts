import {
  noVisitorCall,
  visitorCall,
  type VisitorCall,
  type VisitorCallEffect,
  type VisitorCallEvent,
} from '../../core/visitor-call.ts';
import type { VisitorPass, VisitorPhone } from '#core/chat/visitor-phone.port.ts';
import { driveTimed, type Performed } from '#core/timed-machine.ts';
import { call } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { createStore } from '#platform/web/store.ts';
import { pageTimer } from '#platform/web/timer.ts';
import { Failure } from '#shared/failure.ts';
import { callPass } from './api.ts';

/** Loads the telephone, which only those who call need. */
export type LoadPhone = () => Promise<{ openVisitorPhone(): VisitorPhone }>;

interface CallView {
  call: VisitorCall;
  /** How long they have talked. */
  talkedMs: number;
  /** How loud the visitor's microphone is: 0 to 20. */
  level: number;
}

/** The visitor's call and what the page shows of it. */
export interface VisitorCaller {
  view(): CallView;
  watch(watcher: () => void): () => void;
  press(event: Extract<VisitorCallEvent, { type: 'invited' | `${string}Pressed` }>): void;
  leave(): void;
}

const TICK_MS = 500;

export function openVisitorCaller(token: () => string | null, loadPhone: LoadPhone): VisitorCaller {
  const view = createStore<CallView>({ call: noVisitorCall, talkedMs: 0, level: 0 });
  let phone: VisitorPhone | null = null;
  let pass: VisitorPass | null = null;
  let ticking: ReturnType<typeof setInterval> | undefined;

  const machine = driveTimed<VisitorCall, VisitorCallEvent, VisitorCallEffect>(
    visitorCall,
    noVisitorCall,
    (effect, send) => void perform(effect, send),
    { after: pageTimer },
  );

  const change = (next: Partial<CallView>): void => view.update((now) => ({ ...now, ...next }));
  machine.watch((now) => {
    clearInterval(ticking);
    if (now.at === 'talking') ticking = setInterval(() => change({ talkedMs: Date.now() - now.sinceMs }), TICK_MS);
    change({ call: now, talkedMs: now.at === 'talking' ? Date.now() - now.sinceMs : view.get().talkedMs });
  });

  async function telephone(): Promise<VisitorPhone> {
    if (phone) return phone;
    const made = (await loadPhone()).openVisitorPhone();
    // Pressed twice while it was loading.
    if (phone) return phone;
    phone = made;
    made.onEvent((event) => {
      if (event.type === 'level') change({ level: event.bars });
      else machine.send(event.type === 'answered' ? { ...event, nowMs: Date.now() } : event);
    });
    return made;
  }

  async function perform(effect: Performed<VisitorCallEffect>, send: (event: VisitorCallEvent) => void): Promise<void> {
    switch (effect.type) {
      case 'openMicrophone':
        change({ talkedMs: 0, level: 0 });
        try {
          return send({ type: 'microphone', turn: effect.turn, is: await (await telephone()).openMicrophone() });
        } catch {
          return send({ type: 'microphone', turn: effect.turn, is: 'unreached' });
        }
      case 'askPass':
        try {
          pass = await call(callPass, { token: token() ?? '' });
          return send({ type: 'passGiven', turn: effect.turn });
        } catch (error) {
          return send({
            type: 'passRefused',
            turn: effect.turn,
            refusalText: error instanceof Failure ? failureText(error) : '',
          });
        }
      case 'place':
        if (pass) phone?.call(pass);
        pass = null;
        return;
      case 'mute':
        return phone?.mute(effect.on);
      case 'hangUp':
        return phone?.hangUp();
    }
  }

  return {
    view: view.get,
    watch: view.subscribe,
    press: (event) => machine.send(event),
    leave() {
      clearInterval(ticking);
      phone?.hangUp();
    },
  };
}

/** Whether this browser can call at all; a page without https has no microphone. */
export const canCall = (): boolean =>
  typeof RTCPeerConnection !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Whether the site that frames us keeps the microphone from us; browsers that do not tell are tried. */
export const isMicrophoneWithheld = (): boolean => {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature('microphone') === false;
};
