import { callsByMobile, mayChooseConnection, whyNotChangeStatus } from '#core/phone/phone-codes.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { ConnectionType } from '#shared/codes/connection-type.ts';
import type { EngineCommand, EngineWorld } from './desk-engine.ts';
import { callByMobile } from './call-by-mobile.ts';
import { keptConnection } from './kept-connection.ts';
import type { PressedEvent } from './phone-desk.ts';

/** Does what a person wants of the phone, in whichever tab they said so. */
export function performCommand(engine: EngineWorld, command: EngineCommand): void {
  const { parts, status, send, changed } = engine;
  switch (command.type) {
    case 'press':
      if (command.event.type === 'dialPressed' && callsByMobile(engine.phone.current()))
        return void callByMobile(engine, command.event.order);
      return send(atNode(engine, command.event));
    case 'chooseStatus':
      return chooseStatus(engine, command.status);
    case 'chooseNext':
      return status.send({ type: 'nextChosen', status: command.status });
    case 'endWrapUp':
      return status.send({ type: 'wrapUpDonePressed' });
    case 'extendWrapUp':
      return status.extendWrapUp(command.seconds);
    case 'answerSound':
      return void status.answerSound(command.yes);
    case 'takeOver':
      return send({ type: 'accountWanted', takeOver: true });
    case 'givePassword':
      engine.known.password = command.password;
      return send({ type: 'passwordGiven' });
    case 'chooseConnection':
      return chooseConnection(engine, command.connectionType);
    case 'chooseDevice':
      parts.sound.choose(command.kind, command.deviceId);
      return changed();
    case 'setVolume':
      parts.sound.setVolume(command.which, command.volume);
      return changed();
  }
}

function chooseStatus({ parts: { seat }, phone, status, send }: EngineWorld, wanted: AgentStatus): void {
  if (wanted === AgentStatus.offline && seat && seat.ahead() !== null) return seat.giveUp();
  // Without a phone for want of a seat, whoever chooses to work asks for one.
  if (seat && phone.current().account.is === 'none' && wanted !== AgentStatus.offline)
    return send({ type: 'accountWanted' });
  status.send({ type: 'statusChosen', status: wanted, obstacle: whyNotChangeStatus(phone.current()) });
}

/** [CALL-18] The phone leaves and starts anew, unless that would end a call or overtake an answer that is on its way. */
function chooseConnection({ phone, send }: EngineWorld, connectionType: ConnectionType): void {
  if (!mayChooseConnection(phone.current())) return;
  keptConnection.set(connectionType);
  send({ type: 'leaveAsked' });
  send({ type: 'rulesChanged', rules: { connectionType } });
  send({ type: 'accountWanted' });
}

/** [CALL-17] A call says which node its agent is at; whoever pressed does not know. */
function atNode({ known }: EngineWorld, event: PressedEvent): PressedEvent {
  const node = known.link?.node() ?? null;
  return event.type === 'dialPressed' && node ? { ...event, order: { ...event.order, asm: node } } : event;
}
