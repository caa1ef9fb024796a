import type { MonitorMode } from '#core/telephony/telephony.port.ts';

/** As much of a call as tells who listens to it. */
export interface ListenedCall {
  callId: string;
  /** Empty where the organisation does not tell. */
  monitoredBy: readonly { name: string; mode: MonitorMode }[];
}

/** Somebody came, takes part in another way, or left. */
export interface ListenerNews {
  name: string;
  what: MonitorMode | 'left';
}

/**
 * What an agent is told of those who listen to them. A call seen for the first time tells nothing: a page that was loaded anew
 * shows who is there. Nor does one that is over: everybody left it.
 */
export const listenerNews = (before: readonly ListenedCall[], now: readonly ListenedCall[]): ListenerNews[] =>
  now.flatMap(({ callId, monitoredBy }) => {
    const was = before.find((one) => one.callId === callId)?.monitoredBy;
    if (!was) return [];
    const came = monitoredBy.filter(({ name, mode }) => !was.some((one) => one.name === name && one.mode === mode));
    const left = was.filter(({ name }) => !monitoredBy.some((one) => one.name === name));
    return [
      ...came.map(({ name, mode }) => ({ name, what: mode })),
      ...left.map(({ name }) => ({ name, what: 'left' as const })),
    ];
  });
