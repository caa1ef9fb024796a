import { AgentSocketEvent } from './agent-socket-event.ts';
import { AgentStatus } from './agent-status.ts';
import { AgentType } from './agent-type.ts';
import { AiCallResult } from './ai-call-result.ts';
import { AiCallStatus } from './ai-call-status.ts';
import { AiOrderStatus } from './ai-order-status.ts';
import { BlockedMedia } from './blocked-media.ts';
import { CallOutcome } from './call-outcome.ts';
import { CallStateText } from './call-state-text.ts';
import { ChatMessageStatus } from './chat-message-status.ts';
import { ChatType } from './chat-type.ts';
import { CompletionStatus } from './completion-status.ts';
import { ConditionStatus } from './condition-status.ts';
import { ConnectionStatus } from './connection-status.ts';
import { ConnectionType } from './connection-type.ts';
import { Consent } from './consent.ts';
import { ConversationType } from './conversation-type.ts';
import { Currency } from './currency.ts';
import { CustomerLanguage } from './customer-language.ts';
import { CustomerSource } from './customer-source.ts';
import { DateFormat } from './date-format.ts';
import { DateShortcut } from './date-shortcut.ts';
import { DialKey } from './dial-key.ts';
import { DialerStatus } from './dialer-status.ts';
import { DispatchType } from './dispatch-type.ts';
import { DownloadStatus } from './download-status.ts';
import { EncryptType } from './encrypt-type.ts';
import { EquipmentPart } from './equipment-part.ts';
import { EquipmentProblem } from './equipment-problem.ts';
import { EquipmentResult } from './equipment-result.ts';
import { EquipmentStep } from './equipment-step.ts';
import { FinalCallStatus } from './final-call-status.ts';
import { FlowTestAction } from './flow-test-action.ts';
import { FlowTestCommand } from './flow-test-command.ts';
import { FlowTestTab } from './flow-test-tab.ts';
import { HangupReason } from './hangup-reason.ts';
import { HeaderCallState } from './header-call-state.ts';
import { InboundConfig } from './inbound-config.ts';
import { LineCheckState } from './line-check-state.ts';
import { LiveCallStatus } from './live-call-status.ts';
import { MarkColour } from './mark-colour.ts';
import { MessageFamily } from './message-family.ts';
import { MessageType } from './message-type.ts';
import { MonitorAction } from './monitor-action.ts';
import { PhoneConversion } from './phone-conversion.ts';
import { PhoneLibraryState } from './phone-library-state.ts';
import { Presence } from './presence.ts';
import { PreviewResult } from './preview-result.ts';
import { PreviewState } from './preview-state.ts';
import { PreviewTaskState } from './preview-task-state.ts';
import { Ringtone } from './ringtone.ts';
import { RouteType } from './route-type.ts';
import { SeatKind } from './seat-kind.ts';
import { SeatOnline } from './seat-online.ts';
import { SeatType } from './seat-type.ts';
import { SignalBars } from './signal-bars.ts';
import { SmsStatus } from './sms-status.ts';
import { SpeechChannel } from './speech-channel.ts';
import { StatusEvent } from './status-event.ts';
import { System } from './system.ts';
import { TaskPauseReason } from './task-pause-reason.ts';
import { TaskStartType } from './task-start-type.ts';
import { TaskStatus } from './task-status.ts';
import { TestCallDirection } from './test-call-direction.ts';
import { TestCallStatus } from './test-call-status.ts';
import { TestConnectionStatus } from './test-connection-status.ts';
import { TimeFormat } from './time-format.ts';
import { ToneFlag } from './tone-flag.ts';
import { VariableType } from './variable-type.ts';
import { WebPresence } from './web-presence.ts';
import { Weekday } from './weekday.ts';

/** Every code table of the product, for tests and documents; code imports the table it needs from its own file. */
export const codeTables = {
  agentSocketEvent: AgentSocketEvent,
  agentStatus: AgentStatus,
  agentType: AgentType,
  aiCallResult: AiCallResult,
  aiCallStatus: AiCallStatus,
  aiOrderStatus: AiOrderStatus,
  blockedMedia: BlockedMedia,
  callOutcome: CallOutcome,
  callStateText: CallStateText,
  chatMessageStatus: ChatMessageStatus,
  chatType: ChatType,
  completionStatus: CompletionStatus,
  conditionStatus: ConditionStatus,
  connectionStatus: ConnectionStatus,
  connectionType: ConnectionType,
  consent: Consent,
  conversationType: ConversationType,
  currency: Currency,
  customerLanguage: CustomerLanguage,
  customerSource: CustomerSource,
  dateFormat: DateFormat,
  dateShortcut: DateShortcut,
  dialKey: DialKey,
  dialerStatus: DialerStatus,
  dispatchType: DispatchType,
  downloadStatus: DownloadStatus,
  encryptType: EncryptType,
  equipmentPart: EquipmentPart,
  equipmentProblem: EquipmentProblem,
  equipmentResult: EquipmentResult,
  equipmentStep: EquipmentStep,
  finalCallStatus: FinalCallStatus,
  flowTestAction: FlowTestAction,
  flowTestCommand: FlowTestCommand,
  flowTestTab: FlowTestTab,
  hangupReason: HangupReason,
  headerCallState: HeaderCallState,
  inboundConfig: InboundConfig,
  lineCheckState: LineCheckState,
  liveCallStatus: LiveCallStatus,
  markColour: MarkColour,
  messageFamily: MessageFamily,
  messageType: MessageType,
  monitorAction: MonitorAction,
  phoneConversion: PhoneConversion,
  phoneLibraryState: PhoneLibraryState,
  presence: Presence,
  previewResult: PreviewResult,
  previewState: PreviewState,
  previewTaskState: PreviewTaskState,
  ringtone: Ringtone,
  routeType: RouteType,
  seatKind: SeatKind,
  seatOnline: SeatOnline,
  seatType: SeatType,
  signalBars: SignalBars,
  smsStatus: SmsStatus,
  speechChannel: SpeechChannel,
  statusEvent: StatusEvent,
  system: System,
  taskPauseReason: TaskPauseReason,
  taskStartType: TaskStartType,
  taskStatus: TaskStatus,
  testCallDirection: TestCallDirection,
  testCallStatus: TestCallStatus,
  testConnectionStatus: TestConnectionStatus,
  timeFormat: TimeFormat,
  toneFlag: ToneFlag,
  variableType: VariableType,
  webPresence: WebPresence,
  weekday: Weekday,
};
