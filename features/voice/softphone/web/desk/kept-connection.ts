import { ConnectionType } from '#shared/codes/connection-type.ts';
import { kept } from '../popover/kept-choices.ts';

/** How the phone of this computer comes by its account; the other connection types are for phones of other kinds. */
export const keptConnection = {
  get: (): ConnectionType =>
    kept.get('connectionType') === String(ConnectionType.userInfo)
      ? ConnectionType.userInfo
      : ConnectionType.agentPhone,
  set: (type: ConnectionType): void =>
    kept.set('connectionType', type === ConnectionType.agentPhone ? null : String(type)),
};
