import { codes, type CodeOf } from '../codes.ts';

/**
 * How far the softphone library is, in the order it gets there (specification W4). 'nxapi' is the fetch
 * of the SIP account that one connection type needs; 'reinit' builds the connection again after an error.
 */
export const PhoneLibraryState = codes({
  init: { code: 'init', key: 'phoneLibraryState.init', tone: 'grey' },
  nxapi: { code: 'nxapi', key: 'phoneLibraryState.nxapi', tone: 'grey' },
  connecting: { code: 'connecting', key: 'phoneLibraryState.connecting', tone: 'warning' },
  connected: { code: 'connected', key: 'phoneLibraryState.connected', tone: 'warning' },
  registering: { code: 'registering', key: 'phoneLibraryState.registering', tone: 'warning' },
  ready: { code: 'ready', key: 'phoneLibraryState.ready', tone: 'green' },
  callingOut: { code: 'calling out', key: 'phoneLibraryState.callingOut', tone: 'violet' },
  callingCreated: { code: 'calling created', key: 'phoneLibraryState.callingCreated', tone: 'violet' },
  incoming: { code: 'incoming', key: 'phoneLibraryState.incoming', tone: 'violet' },
  answering: { code: 'answering', key: 'phoneLibraryState.answering', tone: 'violet' },
  talking: { code: 'talking', key: 'phoneLibraryState.talking', tone: 'blue' },
  callEnding: { code: 'call ending', key: 'phoneLibraryState.callEnding', tone: 'warning' },
  callEnd: { code: 'call end', key: 'phoneLibraryState.callEnd', tone: 'grey' },
  disconnected: { code: 'disconnected', key: 'phoneLibraryState.disconnected', tone: 'red' },
  error: { code: 'error', key: 'phoneLibraryState.error', tone: 'red' },
  reinit: { code: 'reinit', key: 'phoneLibraryState.reinit', tone: 'warning' },
});
export type PhoneLibraryState = CodeOf<typeof PhoneLibraryState>;
