import type { Phone } from '#core/phone/phone.ts';
import type { CallArrival, PhoneEvent } from '#core/phone/phone-events.ts';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import { CallHeader } from '#shared/call-headers.ts';

type Of<T extends LineEvent['type']> = Extract<LineEvent, { type: T }>;

const RINGING = 180;

/** What the line told, in the words of the phone's decisions; nothing where it decides nothing. */
export function eventsOfLine(event: LineEvent, phone: Phone): PhoneEvent[] {
  switch (event.type) {
    case 'connected':
    case 'registered':
      return [{ type: event.type }];
    case 'disconnected':
      return [{ type: event.failed ? 'connectFailed' : 'connectionLost' }];
    case 'registrationFailed':
      return [{ type: 'unregistered', status: event.status }];
    case 'unregistered':
      return [{ type: 'unregistered', status: null }];
    case 'message':
      return commandIn(event.body);
    case 'incoming':
      return [{ type: 'callArrived', arrival: arrivalOf(event) }];
    case 'placed':
      return [{ type: 'callCreated', session: event.session }];
    case 'progress':
      return event.status === RINGING ? [{ type: 'rang', session: event.session }] : [];
    case 'earlyMedia':
      return [{ type: 'earlyMediaCame', session: event.session }];
    case 'answered':
      return [{ type: 'answered', session: event.session }];
    case 'ended':
      return [{ type: 'ended', session: event.session, by: event.by, status: event.status }];
    case 'held':
      return [{ type: event.on ? 'held' : 'unheld', session: event.session }];
    case 'soundLost':
    case 'soundBack':
      return [{ type: event.type, session: event.session }];
    case 'error':
      return failure(event, phone);
    // A tone that failed is an error besides; the others are figures.
    case 'toneSent':
    case 'toneFailed':
    case 'statistics':
    case 'quality':
      return [];
  }
}

/** [CALL-21] Every failure is known by what was tried. */
function failure({ which, session }: Of<'error'>, { call }: Phone): PhoneEvent[] {
  if (which === 'speaker') return [{ type: 'soundMissing' }];
  if (session === null) return [];
  switch (which) {
    case 'call':
      return [{ type: 'placeFailed', session }];
    case 'microphone':
      // In a conversation it was pulled out; before that nothing can begin without it.
      if (call?.session === session && call.at === 'talking') return [{ type: 'soundMissing' }];
      return [
        call?.session === session && call.direction === 'outbound'
          ? { type: 'placeFailed', session, isDevice: true }
          : { type: 'commandFailed', command: 'answer', session, isDevice: true },
      ];
    case 'answer':
    case 'decline':
    case 'hangUp':
    case 'hold':
    case 'unhold':
    case 'tone':
      return [{ type: 'commandFailed', command: which, session }];
    default:
      return [];
  }
}

/** [CALL-07] `unregister`, with or without milliseconds to wait, in words or as JSON. */
function commandIn(body: string): PhoneEvent[] {
  const found = /\bunregister\b(?:\D{0,20}(\d{1,6}))?/i.exec(body);
  if (!found) return [];
  return [
    {
      type: 'commandReceived',
      command: 'unregister',
      ...(found[1] === undefined ? {} : { delayMs: Number(found[1]) }),
    },
  ];
}

function arrivalOf({ session, headers, from }: Of<'incoming'>): CallArrival {
  const of = (name: CallHeader): string | null => headers[name] || null;
  const customerName = decoded(of(CallHeader.customerName));
  const taskName = decoded(of(CallHeader.taskName));
  return {
    session,
    callId: of(CallHeader.callId),
    number: of(CallHeader.customerNumber) ?? from,
    ...(customerName === null ? {} : { customerName }),
    countryCode: of(CallHeader.customerCountryCode) ?? '',
    groupName: decoded(of(CallHeader.groupName)) ?? of(CallHeader.didNumber),
    eavesdropTarget: of(CallHeader.eavesdropTarget),
    isResume: of(CallHeader.resume) === '1',
    ...(of(CallHeader.answersItself) === '1' ? { answersItself: true } : {}),
    ...(taskName === null ? {} : { taskName }),
    direction: of(CallHeader.direction) === 'outbound' ? 'outbound' : 'inbound',
  };
}

/** Names travel with their letters written as the address of a page would write them. */
function decoded(name: string | null): string | null {
  try {
    return name === null ? null : decodeURIComponent(name);
  } catch {
    return name;
  }
}
