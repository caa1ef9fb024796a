import { AgentStatus } from '#shared/codes/agent-status.ts';
import { PHONE_SETTINGS } from '../settings/address.ts';
import type { DeskCommand, PhoneDeskParts } from './phone-desk-parts.ts';
import type { PhoneDesk, PhoneView } from './phone-desk.ts';

/** What a person does with the phone in this tab. Most of it is a command to the tab that carries the phone. */
export const deskButtons = (
  parts: PhoneDeskParts,
  view: () => PhoneView,
  command: (wanted: DeskCommand) => void,
): Omit<PhoneDesk, 'view' | 'watch'> => ({
  press: (event) => command({ type: 'press', event }),
  chooseStatus(status) {
    // Browsers want a click before they let us ask whether calls may be noticed outside the page.
    if (status === AgentStatus.available) void parts.notice.ask();
    command({ type: 'chooseStatus', status });
  },
  endWrapUp: () => command({ type: 'endWrapUp' }),
  extendWrapUp: (seconds) => command({ type: 'extendWrapUp', seconds }),
  takeOver: () => command({ type: 'takeOver' }),
  givePassword: (password) => command({ type: 'givePassword', password }),
  chooseConnection: (connectionType) => command({ type: 'chooseConnection', connectionType }),
  openSettings: () => parts.go(PHONE_SETTINGS),
  answerSound: (yes) => command({ type: 'answerSound', yes }),
  sound: {
    ...parts.sound,
    devices: () => view().sound.devices,
    volumes: () => view().sound.volumes,
    choose: (kind, deviceId) => command({ type: 'chooseDevice', kind, deviceId }),
    setVolume: (which, volume) => command({ type: 'setVolume', which, volume }),
  },
  notice: parts.notice,
  tryOut: (what, ended) => parts.tones.tryOut(what, ended),
});
