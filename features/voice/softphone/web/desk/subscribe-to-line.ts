import type { Phone } from '#core/phone/phone.ts';
import type { CallArrival, PhoneEvent } from '#core/phone/phone-events.ts';
import type { LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import type { CallQuality } from '#core/quality/call-quality.ts';
import type { Timers } from '#core/timers.ts';
import { newQualityWatch, watchQuality } from '../../core/quality-warning.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { eventsOfLine } from './line-events.ts';
import type { PhoneView } from './phone-desk.ts';

export interface LineHearer {
  phone(): Phone;
  send(event: PhoneEvent): void;
  /** Asks the server whether the agent takes calls; the phone knows when it is done. */
  readAgent(): Promise<unknown>;
  later: Timers['later'];
  /** How the call sounds now. */
  figures(figures: PhoneView['quality']): void;
  /** How a call that ends was heard. */
  quality(session: string, quality: CallQuality): void;
  log(what: string): void;
}

/** How long a caller may wait for the server's word on whether the agent takes calls. */
const BELIEF_WITHIN_MS = 1_500;

/** Hears the line; the answer stops it. */
export function subscribeToLine(line: PhoneLine, hearer: LineHearer): () => void {
  const { phone, send, log } = hearer;
  /** Sessions that wait for the server's word. */
  const undecided = new Set<string>();
  /** How the call has sounded for a while, and which call that is. */
  let watch = newQualityWatch;
  let watched: string | null = null;

  function receive(event: LineEvent): void {
    switch (event.type) {
      case 'statistics': {
        const { mos, bars } = event.statistics;
        if (!isCurrent(event.session)) return;
        if (watched !== event.session) [watched, watch] = [event.session, newQualityWatch];
        watch = watchQuality(watch, event.statistics);
        return hearer.figures(
          mos === null || bars === null ? null : { mos, bars, ...(watch.warning ? { poor: watch.warning } : {}) },
        );
      }
      case 'quality':
        return hearer.quality(event.session, event.quality);
      case 'ended':
        undecided.delete(event.session);
        if (isCurrent(event.session)) hearer.figures(null);
        break;
      case 'error':
        log(`${event.which}Error`);
        break;
      case 'soundLost':
      case 'soundBack':
        log(event.type);
        break;
    }
    for (const one of eventsOfLine(event, phone())) {
      if (one.type === 'callArrived' && !mayRing(one.arrival)) arriveAsServerSays(one);
      else send(one);
    }
  }

  const isCurrent = (session: string): boolean => phone().call?.session === session;

  const mayRing = ({ isResume, eavesdropTarget }: CallArrival): boolean => {
    const { agent, call } = phone();
    return (
      isResume || eavesdropTarget !== null || call !== null || (agent.status === AgentStatus.available && agent.waiting)
    );
  };

  /** What the page believes of the agent may be older than the call: before it is refused, the server is asked. */
  function arriveAsServerSays(event: Extract<PhoneEvent, { type: 'callArrived' }>): void {
    const { session } = event.arrival;
    undecided.add(session);
    const arrive = (): void => {
      if (undecided.delete(session)) send(event);
    };
    hearer.later(BELIEF_WITHIN_MS, arrive);
    void hearer.readAgent().finally(arrive);
  }

  const unhear = line.onEvent(receive);
  return () => {
    unhear();
    undecided.clear();
  };
}
