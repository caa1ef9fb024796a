import { MessageType } from '#shared/codes/message-type.ts';

/** Who tells a message. `engine`: the machine itself. `host`: whoever runs the conversation, on a call or in a test. `provider`: nobody here. */
export type MessageSource =
  | { by: 'engine' | 'host'; when: string }
  | { by: 'kinds'; kinds: readonly string[]; when: string }
  | { by: 'provider'; why: string };

const engine = (when: string): MessageSource => ({ by: 'engine', when });
const host = (when: string): MessageSource => ({ by: 'host', when });
const kinds = (names: string, when: string): MessageSource => ({ by: 'kinds', kinds: names.split(' '), when });
const entered = (names: string): MessageSource => kinds(names, 'the node is entered');

/** Where every message type comes from; `docs/flows.md` shows the same table. */
export const messageSources: Readonly<Record<MessageType, MessageSource>> = {
  [MessageType.callStarted]: engine('the conversation begins'),
  [MessageType.callRinging]: {
    by: 'provider',
    why: 'a conversation here begins when the call is answered; a provider that dials by itself would tell that it rings',
  },
  [MessageType.callEnded]: engine('the caller hung up'),
  [MessageType.callAnswered]: host('the call is answered'),
  [MessageType.userSaid]: engine('words were recognised or typed'),
  [MessageType.voicemailReached]: kinds('detect voicemail', 'a machine answered, or a message may be left'),
  [MessageType.transferAsked]: kinds('transfer ai', 'somebody is to take over'),
  [MessageType.transferWaiting]: host('the caller waits in a queue'),
  [MessageType.transferRinging]: host('an agent or number rings'),
  [MessageType.transferred]: engine('somebody took over'),
  [MessageType.transferFailed]: kinds('transfer ai', 'nobody took over'),
  [MessageType.holdStarted]: kinds('transfer ai', 'the caller begins to wait for somebody'),
  [MessageType.holdEnded]: kinds('transfer ai', 'the waiting is over'),
  [MessageType.recordingReady]: host('the recording is stored'),
  [MessageType.userSilent]: kinds('listen menu collect knowledge ai survey', 'nobody spoke in time'),
  [MessageType.userInterrupted]: engine('somebody spoke into what was said'),
  [MessageType.userPressedKeys]: engine('a key was pressed'),
  [MessageType.aiSaid]: engine('words are said'),
  [MessageType.aiPlayed]: engine('a sound is played'),
  [MessageType.flowEnded]: engine('the flow ends the conversation'),
  [MessageType.videoPlayed]: {
    by: 'provider',
    why: 'calls here carry sound only; a provider of video calls would tell that its clip was shown',
  },
  [MessageType.flowEntered]: engine('another flow is entered'),
  [MessageType.flowReturned]: engine('it came back'),
  [MessageType.videoReceived]: {
    by: 'provider',
    why: 'calls here carry sound only; a provider of video calls would tell that the caller sent a picture',
  },
  [MessageType.intentDetected]: kinds('listen intent knowledge', 'what was said fits an intent'),
  [MessageType.keywordDetected]: kinds('menu', 'a choice was said instead of pressed'),
  [MessageType.moodDetected]: engine('words leave little doubt how somebody feels'),
  [MessageType.machineDetected]: kinds('detect', 'it is known who answered'),
  [MessageType.tagAdded]: kinds('tagCustomer', 'tags were given'),
  [MessageType.tagRemoved]: kinds('tagCustomer', 'tags were taken'),
  [MessageType.tagReplaced]: kinds('tagCustomer', 'tags were replaced'),
  [MessageType.tagsCleared]: kinds('tagCustomer', 'all tags were taken'),
  [MessageType.smsSent]: kinds('sms', 'the text message was sent'),
  [MessageType.whatsappSent]: kinds('whatsapp', 'the message was sent'),
  [MessageType.whatsappFailed]: kinds('whatsapp', 'the message was not sent'),
  [MessageType.variableSet]: engine('a variable got a value'),
  [MessageType.languageListening]: kinds('detectLanguage', 'it listens for the language'),
  [MessageType.languageDetected]: kinds('detectLanguage', 'the conversation goes on in it'),
  [MessageType.languageScores]: kinds('detectLanguage', 'how likely each language is'),
  [MessageType.timeLimitReached]: engine('the conversation took too long'),
  [MessageType.requestAnswered]: kinds('http ai', 'another system answered or did not'),
  [MessageType.note]: kinds(
    'hours setVariable tagCustomer updateCustomer sms callback voicemail record survey jump detect ai',
    'something worth reading that has no number of its own; `note` says what',
  ),
  [MessageType.flowFailed]: engine('a circle, or a node that cannot run'),
  [MessageType.startNode]: entered('start'),
  [MessageType.sayNode]: entered('say'),
  [MessageType.askNode]: entered('listen survey'),
  [MessageType.menuNode]: entered('menu'),
  [MessageType.conditionNode]: entered('condition customerField customerTag'),
  [MessageType.intentNode]: entered('intent'),
  [MessageType.collectNode]: entered('collect'),
  [MessageType.knowledgeNode]: entered('knowledge'),
  [MessageType.modelNode]: entered('ai'),
  [MessageType.variableNode]: entered('setVariable updateCustomer'),
  [MessageType.requestNode]: entered('http'),
  [MessageType.smsNode]: entered('sms'),
  [MessageType.whatsappNode]: entered('whatsapp'),
  [MessageType.tagNode]: entered('tagCustomer'),
  [MessageType.transferNode]: entered('transfer callback'),
  [MessageType.waitNode]: entered('wait'),
  [MessageType.languageNode]: entered('detectLanguage'),
  [MessageType.voicemailNode]: entered('voicemail detect'),
  [MessageType.recordNode]: entered('record'),
  [MessageType.hoursNode]: entered('hours'),
  [MessageType.jumpNode]: entered('jump'),
  [MessageType.endNode]: entered('hangUp'),
  [MessageType.maxSilence]: kinds('listen menu collect knowledge ai survey', 'silence once too often'),
  [MessageType.maxNotUnderstood]: kinds('listen menu collect knowledge survey', 'not understood once too often'),
  [MessageType.maxVisits]: engine('a node was entered too often, or a conversation with a model has too many turns'),
  [MessageType.llmTiming]: host('the first words of the model came'),
  [MessageType.ttsTiming]: host('the first sound of the voice came'),
  [MessageType.asrTiming]: host('recognition was done'),
  [MessageType.latency]: host('the first sound after the caller’s last word was sent'),
  [MessageType.botNode]: engine('a node is left; the branch and where it leads'),
};
