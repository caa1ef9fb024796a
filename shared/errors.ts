import { phoneRefusals } from './phone-refusals.ts';

export { Failure } from './failure.ts';

/** What a failure does beyond being told. */
interface FailureRow {
  /** The code on the wire. */
  code: number;
  /** Key of the text in `shared/text/<lang>.json`. */
  key: string;
  /** HTTP status, where a proxy or monitor should see the failure; 200 for business refusals. */
  http?: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503;
  /** How the page tells it; 'silent' leaves it to the screen. */
  shownAs?: 'error' | 'warning' | 'silent';
  /** The page forgets the session and goes to the sign-in page. */
  endsSession?: boolean;
  /** On the customer lookup the page also hangs up and disconnects the phone, then ends the session (specification W8). */
  endsSessionOnLookup?: boolean;
  /** The exchange refuses a call with it; `call-rejection.ts` says how SIP carries it. */
  rejectsCall?: boolean;
  /** How SIP carries it, where the code does not say so. */
  sipStatus?: number;
}

/**
 * Every failure the product can answer with. A code is one failure wherever it appears.
 *
 * Codes below 20000 are the specification's (W8, P8) or those of HTTP. From 20001 on they are ours, a hundred
 * for each capability; a new capability takes the next free hundred:
 *
 *   200xx any capability    201xx blacklist    202xx account          203xx team and roles
 *   204xx files, downloads  205xx announcements    206xx sockets
 *   207xx seats            208xx agents
 *   209xx agent groups     210xx calls        211xx call records
 *   215xx customers
 *   217xx tenant API       218xx webhooks     219xx single sign-on
 *   231xx speech           232xx second factor, fresh proof
 *   236xx numbers          238xx routes
 *   245xx operators, tenants   246xx payments
 */
export const failures = {
  invalidInput: { code: 400, key: 'error.invalidInput', http: 400 },
  signedOut: { code: 401, key: 'error.signedOut', http: 401, endsSession: true, endsSessionOnLookup: true },
  notAllowed: { code: 403, key: 'error.notAllowed', http: 403, endsSessionOnLookup: true },
  notFound: { code: 404, key: 'error.notFound', http: 404 },
  tooLarge: { code: 413, key: 'error.tooLarge', http: 413 },
  tooManyRequests: { code: 429, key: 'error.tooManyRequests', http: 429, shownAs: 'warning' },
  unexpected: { code: 500, key: 'error.unexpected', http: 500 },
  unavailable: { code: 503, key: 'error.unavailable', http: 503, shownAs: 'warning' },

  // The sip info call has no softphone to give. The specification numbers the refusals and leaves the reasons to
  // us. The first three become the tip of the phone (header state 7), the last a warning (state 0).
  phoneAgentMissing: { code: 407, key: 'error.phoneAgentMissing', shownAs: 'silent' },
  phoneAgentDisabled: { code: 408, key: 'error.phoneAgentDisabled', shownAs: 'silent' },
  phoneInUseElsewhere: { code: phoneRefusals.inUseElsewhere, key: 'error.phoneInUseElsewhere', shownAs: 'silent' },
  phoneSeatUnavailable: { code: 411, key: 'error.phoneSeatUnavailable', shownAs: 'warning' },

  // A call is refused before it reaches the other side.
  networkError: { code: 800, key: 'error.networkError', rejectsCall: true },
  networkInterrupted: { code: 801, key: 'error.networkInterrupted', rejectsCall: true },
  dialerOverdue: { code: 810, key: 'error.dialerOverdue', rejectsCall: true },
  countryNotAllowed: { code: 811, key: 'error.countryNotAllowed', rejectsCall: true },
  wrongNumber: { code: 812, key: 'error.wrongNumber', rejectsCall: true },
  callTokenExpired: { code: 813, key: 'error.callTokenExpired', rejectsCall: true },
  numberBlacklisted: { code: 814, key: 'error.numberBlacklisted', rejectsCall: true },
  callFailureLimit: { code: 815, key: 'error.callFailureLimit', rejectsCall: true },
  cannotCallNumber: { code: 816, key: 'error.cannotCallNumber', rejectsCall: true },
  fiveNumberLimit: { code: 817, key: 'error.fiveNumberLimit', rejectsCall: true },
  boundNumberError: { code: 819, key: 'error.boundNumberError', rejectsCall: true },
  callsPerSecondLimit: { code: 823, key: 'error.callsPerSecondLimit', rejectsCall: true },
  noTrunk: { code: 824, key: 'error.noTrunk', rejectsCall: true },

  // The session is over. What each number stands for is ours; that it ends the session is given.
  accountDisabled: {
    code: 11031,
    key: 'error.accountDisabled',
    http: 401,
    endsSession: true,
    endsSessionOnLookup: true,
  },
  tokenExpired: { code: 12001, key: 'error.tokenExpired', http: 401, endsSession: true, endsSessionOnLookup: true },
  tenantDisabled: { code: 12109, key: 'error.tenantDisabled', http: 401, endsSession: true, endsSessionOnLookup: true },
  signedInElsewhere: {
    code: 12142,
    key: 'error.signedInElsewhere',
    http: 401,
    endsSession: true,
    endsSessionOnLookup: true,
  },

  /** The thing is in a state that does not allow it. */
  conflict: { code: 20001, key: 'error.conflict', http: 409 },
  /** Somebody else changed the thing since it was read. */
  stale: { code: 20002, key: 'error.stale', http: 409 },
  numberAlreadyListed: { code: 20101, key: 'error.numberAlreadyListed', shownAs: 'warning' },
  nameTaken: { code: 20003, key: 'error.nameTaken' },
  /** The same thing is limited for the same people already. */
  limitTaken: { code: 20006, key: 'error.limitTaken' },
  nothingSelected: { code: 20004, key: 'error.nothingSelected', shownAs: 'warning' },
  // Of the server or of its database; it passes as soon as somebody makes room.
  storageFull: { code: 20005, key: 'error.storageFull', http: 503 },

  // No failure tells whether an e-mail address has an account, except to whoever just proved it is theirs.
  wrongCredentials: { code: 20201, key: 'error.wrongCredentials', http: 401 },
  accountLocked: { code: 20202, key: 'error.accountLocked', http: 429 },
  captchaRequired: { code: 20203, key: 'error.captchaRequired', shownAs: 'warning' },
  captchaWrong: { code: 20204, key: 'error.captchaWrong' },
  verificationCodeWrong: { code: 20205, key: 'error.verificationCodeWrong' },
  verificationCodeExpired: { code: 20206, key: 'error.verificationCodeExpired' },
  proofInvalid: { code: 20207, key: 'error.proofInvalid' },
  emailTaken: { code: 20208, key: 'error.emailTaken' },
  phoneTaken: { code: 20209, key: 'error.phoneTaken' },
  weakPassword: { code: 20210, key: 'error.weakPassword' },
  samePassword: { code: 20211, key: 'error.samePassword' },
  /** It was given by somebody else, and there is nobody to choose another: a phone that signs in by password. */
  passwordToChange: { code: 20218, key: 'error.passwordToChange', http: 401 },
  /** Somebody signed in gave a wrong current password. */
  wrongPassword: { code: 20212, key: 'error.wrongPassword' },
  setupLinkInvalid: { code: 20213, key: 'error.setupLinkInvalid' },
  /** Nobody opens an organisation here, or only whom an owner invites. */
  registrationClosed: { code: 20216, key: 'error.registrationClosed', shownAs: 'warning' },
  registrationByInvitation: { code: 20217, key: 'error.registrationByInvitation', shownAs: 'warning' },
  /** Nobody decided to pay for messages to that country. */
  codeCountryClosed: { code: 20215, key: 'error.codeCountryClosed', shownAs: 'warning' },
  /** The team came with the demo, and the demo is not shown any more. */
  demoClosed: { code: 20214, key: 'error.demoClosed', http: 401, endsSession: true },
  /** The team lets nobody in from where the person, or the key, is. */
  networkNotAllowed: { code: 20290, key: 'error.networkNotAllowed', http: 403, endsSession: true },

  /** A password alone does not open the account, and nobody is there to ask for more. */
  secondFactorRequired: { code: 23201, key: 'error.secondFactorRequired', http: 401 },
  /** The role asks for a second factor, and the person has none. */
  secondFactorMissing: { code: 23202, key: 'error.secondFactorMissing', shownAs: 'warning' },
  secondFactorWrong: { code: 23203, key: 'error.secondFactorWrong' },
  /** The step between password and session took too long, was done already, or began in another browser. */
  signInStepOver: { code: 23204, key: 'error.signInStepOver' },
  /** The page asks who is there and then goes on by itself; whoever does not want to say is told nothing. The detail `factor`: a password is not enough. */
  freshProofRequired: { code: 23205, key: 'error.freshProofRequired', http: 403, shownAs: 'silent' },
  secondFactorKept: { code: 23206, key: 'error.secondFactorKept', shownAs: 'warning' },
  /** What a company says counts in its own tenant; factors count in all of the person's. */
  secondFactorOfCompany: { code: 23207, key: 'error.secondFactorOfCompany', shownAs: 'warning' },
  secondFactorElsewhere: { code: 23208, key: 'error.secondFactorElsewhere', shownAs: 'warning' },
  passkeyRefused: { code: 23209, key: 'error.passkeyRefused' },

  invitationInvalid: { code: 20301, key: 'error.invitationInvalid' },
  notInTeam: { code: 20302, key: 'error.notInTeam' },
  lastOwner: { code: 20303, key: 'error.lastOwner' },
  roleInUse: { code: 20304, key: 'error.roleInUse' },
  roleNameTaken: { code: 20305, key: 'error.roleNameTaken' },
  roleBuiltIn: { code: 20306, key: 'error.roleBuiltIn' },
  alreadyMember: { code: 20307, key: 'error.alreadyMember' },
  notYourself: { code: 20308, key: 'error.notYourself' },
  seatLimitReached: { code: 20309, key: 'error.seatLimitReached' },
  /** The list of networks leaves out where its author is; the page asks whether it is meant. */
  networksShutYouOut: { code: 20390, key: 'error.networksShutYouOut', shownAs: 'silent' },

  fileTypeRefused: { code: 20401, key: 'error.fileTypeRefused' },
  fileGone: { code: 20402, key: 'error.fileGone' },
  downloadNotReady: { code: 20403, key: 'error.downloadNotReady', shownAs: 'warning' },
  downloadExpired: { code: 20404, key: 'error.downloadExpired' },
  /** Less room on the disk than is kept for the database. */
  uploadsFull: { code: 20405, key: 'error.uploadsFull', http: 503 },
  /** The bytes are not those that were kept. */
  fileDamaged: { code: 20406, key: 'error.fileDamaged', http: 500 },
  /** Where files are kept cannot be reached; nothing was kept, or is lost. */
  filesAway: { code: 20407, key: 'error.filesAway', http: 503, shownAs: 'warning' },

  announcementGone: { code: 20501, key: 'error.announcementGone', shownAs: 'silent' },

  /** The page fetches another one by itself. */
  ticketInvalid: { code: 20601, key: 'error.ticketInvalid', shownAs: 'silent' },

  /** A text or voice seat is needed, and the person has none. */
  seatMissing: { code: 20701, key: 'error.seatMissing', shownAs: 'warning' },

  /** The team shares its seats and all are taken: the page asks for one by itself, and waits. */
  seatNotGranted: { code: 22850, key: 'error.seatNotGranted', shownAs: 'silent' },
  /** The same, to whoever wants to set somebody else to work. */
  agentWithoutSeat: { code: 22851, key: 'error.agentWithoutSeat', shownAs: 'warning' },

  /** The agent's page is not open: only offline can be set. */
  wrapUpAtLimit: { code: 20802, key: 'error.wrapUpAtLimit', shownAs: 'warning' },
  agentAway: { code: 20801, key: 'error.agentAway', shownAs: 'warning' },
  /** Their phone would be taken from them in a call; the detail names them, and the page asks whether it is meant. */
  agentInCall: { code: 20803, key: 'error.agentInCall', shownAs: 'warning' },
  agentExists: { code: 20804, key: 'error.agentExists' },
  /** The address has an account, whose password is its person's alone. The detail is the address. */
  firstPasswordRefused: { code: 20805, key: 'error.firstPasswordRefused' },
  /** They belong to another team as well, and their password opens that too. The detail names them. */
  passwordNotYours: { code: 20806, key: 'error.passwordNotYours', shownAs: 'warning' },
  agentFileWrong: { code: 20807, key: 'error.agentFileWrong' },
  /** Calls ring at a SIP phone: the page has none. */
  sipPhoneInstead: { code: phoneRefusals.sipPhoneInstead, key: 'error.sipPhoneInstead', shownAs: 'silent' },
  /** Calls ring at a mobile: the page has none, and asks the server to call. */
  mobileInstead: { code: phoneRefusals.mobileInstead, key: 'error.mobileInstead', shownAs: 'silent' },
  /** Not a whole number with its country, or one for help, service or at a premium. */
  mobileWrong: { code: 20810, key: 'error.mobileWrong' },
  /** One's own mobile rings only when it is bound to the account, which a code proves. */
  phoneNotBound: { code: 20811, key: 'error.phoneNotBound', shownAs: 'warning' },

  /** The recording was deleted when its time was over. */
  recordingExpired: { code: 21101, key: 'error.recordingExpired' },

  /** A number, a menu or another group leads to it. */
  agentGroupInUse: { code: 20901, key: 'error.agentGroupInUse', shownAs: 'warning' },
  agentGroupHasCallers: { code: 20902, key: 'error.agentGroupHasCallers', shownAs: 'warning' },
  agentGroupNumberTaken: { code: 20903, key: 'error.agentGroupNumberTaken' },

  /** Hold, transfer and the like ask for a conversation that goes on. */
  callNotReady: { code: 21001, key: 'error.callNotReady', shownAs: 'warning' },
  transferTargetBusy: { code: 21002, key: 'error.transferTargetBusy', shownAs: 'warning' },
  monitorNotPossible: { code: 21003, key: 'error.monitorNotPossible', shownAs: 'warning' },
  /** The specification reports the quality of calls of more than five seconds only. */
  callTooShort: { code: 21004, key: 'error.callTooShort', shownAs: 'silent' },
  /** The tenant wants to know what a call was about before the work after it is done. */
  callLabelMissing: { code: 21005, key: 'error.callLabelMissing', shownAs: 'warning' },
  callLabelInUse: { code: 21006, key: 'error.callLabelInUse', shownAs: 'warning' },
  /** Help is called from the mobile itself: over us it would ring first, and the office's address would be told. */
  emergencyOnMobile: { code: 21007, key: 'error.emergencyOnMobile' },
  // A colleague is rung only when calls may come to them; whoever calls from a page reads which of both it is.
  colleagueAway: { code: 21008, key: 'error.colleagueAway', rejectsCall: true, sipStatus: 692 },
  colleagueBusy: { code: 21009, key: 'error.colleagueBusy', rejectsCall: true, sipStatus: 693 },
  /** The process is on its way out: what goes on may end, and the next call is another one's. */
  serverDraining: { code: 21010, key: 'error.serverDraining', rejectsCall: true, sipStatus: 694, shownAs: 'warning' },
  /** Somebody is on the phone, perhaps over the trunk that is to go. */
  rehearsalBusy: { code: 21050, key: 'error.rehearsalBusy', shownAs: 'warning' },

  /** Somebody has this number already; the detail names who, by ids. */
  customerExists: { code: 21501, key: 'error.customerExists', shownAs: 'silent' },
  /** Somebody who sees stars typed a number or an address: what came of it would tell whether they guessed a hidden one. */
  numbersHidden: { code: 21502, key: 'error.numbersHidden', shownAs: 'warning' },

  /** A key that is unknown, switched off or expired. */
  apiKeyInvalid: { code: 21701, key: 'error.apiKeyInvalid', http: 401 },
  tooManyApiKeys: { code: 21702, key: 'error.tooManyApiKeys', shownAs: 'warning' },

  /** An address of this server's own network, without https, or none at all. */
  webhookAddressRefused: { code: 21801, key: 'error.webhookAddressRefused', shownAs: 'warning' },
  webhookOff: { code: 21802, key: 'error.webhookOff', shownAs: 'warning' },

  // Sign-in by a company. None tells what exactly was wrong with an answer: the settings page does, to those who may see it.
  ssoUnknownDomain: { code: 21901, key: 'error.ssoUnknownDomain' },
  ssoRefused: { code: 21902, key: 'error.ssoRefused' },
  ssoStartAgain: { code: 21903, key: 'error.ssoStartAgain' },
  ssoEmailRefused: { code: 21904, key: 'error.ssoEmailRefused' },
  ssoNoRole: { code: 21905, key: 'error.ssoNoRole' },
  ssoRequired: { code: 21906, key: 'error.ssoRequired' },
  ssoElsewhere: { code: 21907, key: 'error.ssoElsewhere', shownAs: 'warning' },
  ssoMetadataInvalid: { code: 21908, key: 'error.ssoMetadataInvalid' },
  ssoMetadataUnreachable: { code: 21909, key: 'error.ssoMetadataUnreachable' },
  ssoDomainRefused: { code: 21910, key: 'error.ssoDomainRefused' },
  ssoDomainTaken: { code: 21911, key: 'error.ssoDomainTaken' },
  ssoTryFirst: { code: 21912, key: 'error.ssoTryFirst', shownAs: 'warning' },
  ssoCertificateExpired: { code: 21913, key: 'error.ssoCertificateExpired' },
  ssoDomainUnproven: { code: 21915, key: 'error.ssoDomainUnproven', shownAs: 'warning' },
  ssoClientMissing: { code: 21916, key: 'error.ssoClientMissing', shownAs: 'warning' },
  tooManyScimTokens: { code: 21917, key: 'error.tooManyScimTokens', shownAs: 'warning' },
  scimNeedsSso: { code: 21918, key: 'error.scimNeedsSso', shownAs: 'warning' },
  ssoEncryptionKeyMissing: { code: 21919, key: 'error.ssoEncryptionKeyMissing', shownAs: 'warning' },
  ssoOwnerOnly: { code: 21914, key: 'error.ssoOwnerOnly', shownAs: 'warning' },

  // Files of customers that cannot be taken in.
  importTooManyRows: { code: 22201, key: 'error.importTooManyRows' },
  importTooManyColumns: { code: 22202, key: 'error.importTooManyColumns' },
  importEmpty: { code: 22203, key: 'error.importEmpty' },
  importUnreadable: { code: 22204, key: 'error.importUnreadable' },
  importNotReady: { code: 22205, key: 'error.importNotReady', shownAs: 'warning' },
  importWithoutContact: { code: 22206, key: 'error.importWithoutContact', shownAs: 'warning' },
  importFieldTwice: { code: 22207, key: 'error.importFieldTwice', shownAs: 'warning' },
  numbersMissing: { code: 22208, key: 'error.numbersMissing' },
  numbersTooMany: { code: 22209, key: 'error.numbersTooMany' },
  chatIdentityRefused: { code: 22601, key: 'error.chatIdentityRefused' },
  chatKeyTaken: { code: 22602, key: 'error.chatKeyTaken' },
  chatChannelUsed: { code: 22603, key: 'error.chatChannelUsed', shownAs: 'warning' },

  // Conversations.
  chatBlocked: { code: 22401, key: 'error.chatBlocked' },
  chatClosed: { code: 22402, key: 'error.chatClosed', shownAs: 'warning' },
  /** Whoever wants to write takes it first. */
  chatNotYours: { code: 22403, key: 'error.chatNotYours', shownAs: 'warning' },
  chatAtCapacity: { code: 22404, key: 'error.chatAtCapacity', shownAs: 'warning' },
  chatTargetAway: { code: 22405, key: 'error.chatTargetAway', shownAs: 'warning' },
  fileInfected: { code: 22406, key: 'error.fileInfected' },
  /** Files are for a conversation that goes on. */
  chatNotBegun: { code: 22407, key: 'error.chatNotBegun', shownAs: 'warning' },
  uploadsVisitor: { code: 22408, key: 'error.uploadsVisitor', http: 429, shownAs: 'warning' },
  uploadsTenant: { code: 22409, key: 'error.uploadsTenant', http: 429, shownAs: 'warning' },
  transcriptCodeWrong: { code: 22410, key: 'error.transcriptCodeWrong', shownAs: 'warning' },
  /** Switched off, outside the hours, or the group is gone. */
  chatNoCalls: { code: 22900, key: 'error.chatNoCalls', shownAs: 'warning' },
  carrierNotProven: { code: 22700, key: 'error.carrierNotProven', http: 401 },
  chatWindowOver: { code: 22701, key: 'error.chatWindowOver', shownAs: 'warning' },
  carrierSecretMissing: { code: 22702, key: 'error.carrierSecretMissing', shownAs: 'warning' },

  // Short messages.
  smsTemplateGone: { code: 22950, key: 'error.smsTemplateGone', shownAs: 'warning' },
  /** What the page shows is not what would be sent: the customer or the template changed meanwhile. */
  smsContentChanged: { code: 22951, key: 'error.smsContentChanged', shownAs: 'warning' },
  smsValueMissing: { code: 22952, key: 'error.smsValueMissing', shownAs: 'warning' },
  smsCountryClosed: { code: 22953, key: 'error.smsCountryClosed', shownAs: 'warning' },
  smsNumberListed: { code: 22954, key: 'error.smsNumberListed', shownAs: 'warning' },
  smsOptedOut: { code: 22955, key: 'error.smsOptedOut', shownAs: 'warning' },
  smsNoProvider: { code: 22956, key: 'error.smsNoProvider', shownAs: 'warning' },
  smsNoBalance: { code: 22957, key: 'error.smsNoBalance', shownAs: 'warning' },
  smsUnknownVariable: { code: 22958, key: 'error.smsUnknownVariable', shownAs: 'warning' },
  smsSecretNeeded: { code: 22959, key: 'error.smsSecretNeeded', shownAs: 'warning' },
  /** No price list says what a message there costs. */
  smsNoPrice: { code: 22960, key: 'error.smsNoPrice', shownAs: 'warning' },

  // Price lists.
  /** What was charged by a list must stay as it was. */
  priceListBegun: { code: 23730, key: 'error.priceListBegun', shownAs: 'warning' },
  priceListTwice: { code: 23731, key: 'error.priceListTwice', shownAs: 'warning' },
  priceListPast: { code: 23732, key: 'error.priceListPast', shownAs: 'warning' },
  priceCurrency: { code: 23733, key: 'error.priceCurrency', shownAs: 'warning' },
  priceRowTwice: { code: 23734, key: 'error.priceRowTwice', shownAs: 'warning' },
  /** The detail is how many a list may have. */
  priceListFull: { code: 23735, key: 'error.priceListFull', shownAs: 'warning' },
  priceFileWrong: { code: 23736, key: 'error.priceFileWrong', shownAs: 'warning' },

  // Tests of lines and equipment.
  lineCheckInCall: { code: 23000, key: 'error.lineCheckInCall', shownAs: 'warning' },

  // Flows and sounds.
  /** Somebody else saved the draft meanwhile; the detail says who and when. */
  flowStale: { code: 23120, key: 'error.flowStale', http: 409, shownAs: 'warning' },
  flowInUse: { code: 23121, key: 'error.flowInUse', shownAs: 'warning' },
  flowHasProblems: { code: 23122, key: 'error.flowHasProblems', shownAs: 'warning' },
  flowNotPublished: { code: 23123, key: 'error.flowNotPublished', shownAs: 'warning' },
  soundInUse: { code: 23124, key: 'error.soundInUse', shownAs: 'warning' },
  soundUnreadable: { code: 23125, key: 'error.soundUnreadable', shownAs: 'warning' },
  soundTooLong: { code: 23126, key: 'error.soundTooLong', shownAs: 'warning' },
  voiceMissing: { code: 23127, key: 'error.voiceMissing', shownAs: 'warning' },
  /** This machine fetches its own voice at first use. */
  voiceComing: { code: 23192, key: 'error.voiceComing', shownAs: 'warning' },
  /** It could not; the detail says why. */
  voiceNotFetched: { code: 23193, key: 'error.voiceNotFetched', shownAs: 'warning' },
  allocationTwice: { code: 23129, key: 'error.allocationTwice', shownAs: 'warning' },
  flowCasesRunning: { code: 23128, key: 'error.flowCasesRunning', shownAs: 'warning' },
  simulationRunning: { code: 23190, key: 'error.simulationRunning', shownAs: 'warning' },
  /** This machine's own answers come from a text; they cannot play a person. */
  simulationNoModel: { code: 23191, key: 'error.simulationNoModel', shownAs: 'warning' },
  // Messages.
  /** A group or an agent that is gone has no box. */
  mailboxGone: { code: 23170, key: 'error.mailboxGone', shownAs: 'warning' },
  // Routes and trunks.
  /** The detail names the routes. */
  trunkInUse: { code: 23800, key: 'error.trunkInUse', shownAs: 'warning' },
  trunkUnknown: { code: 23801, key: 'error.trunkUnknown', shownAs: 'warning' },
  carrierUnknown: { code: 23802, key: 'error.carrierUnknown', shownAs: 'warning' },
  routeHasNumbers: { code: 23803, key: 'error.routeHasNumbers', shownAs: 'warning' },
  numberNotOurs: { code: 23804, key: 'error.numberNotOurs', shownAs: 'warning' },
  /** It stands for a SIP trunk: what it leads to is changed there. */
  trunkConnected: { code: 23805, key: 'error.trunkConnected', shownAs: 'warning' },
  sipTrunkOff: { code: 23806, key: 'error.sipTrunkOff', shownAs: 'warning' },
  // Whose they are stays untold.
  trunkNumbersTaken: { code: 23807, key: 'error.trunkNumbersTaken', shownAs: 'warning' },
  // Speech.
  /** The address changed, and the key that is kept goes to the old one only. */
  speechKeyNeeded: { code: 23100, key: 'error.speechKeyNeeded', shownAs: 'warning' },
  speechChannelTaken: { code: 23101, key: 'error.speechChannelTaken', shownAs: 'warning' },

  // Campaigns.
  /** The detail says why: hours, limits, wishes of the called person, or the campaign itself. */
  notCallableNow: { code: 24001, key: 'error.notCallableNow', shownAs: 'warning' },

  // Payments.
  voucherUnknown: { code: 24600, key: 'error.voucherUnknown', shownAs: 'warning' },
  voucherUsed: { code: 24601, key: 'error.voucherUsed', shownAs: 'warning' },
  voucherExpired: { code: 24602, key: 'error.voucherExpired', shownAs: 'warning' },
  voucherOtherCurrency: { code: 24603, key: 'error.voucherOtherCurrency', shownAs: 'warning' },
  paymentsNotOffered: { code: 24604, key: 'error.paymentsNotOffered', shownAs: 'warning' },
  paymentNotBegun: { code: 24605, key: 'error.paymentNotBegun', shownAs: 'warning' },
  paymentNotProven: { code: 24606, key: 'error.paymentNotProven', http: 401 },
  paymentSecretNeeded: { code: 24607, key: 'error.paymentSecretNeeded', shownAs: 'warning' },

  // Operators and what they decide about tenants.
  /** The detail is `enrol` for who has no second factor yet, `prove` for who did not show it at this session. */
  operatorFactorRequired: { code: 24500, key: 'error.operatorFactorRequired', http: 403, shownAs: 'silent' },
  lastNode: { code: 24511, key: 'error.lastNode', shownAs: 'warning' },
  lastOperator: { code: 24501, key: 'error.lastOperator', shownAs: 'warning' },
  /** They run the installation and come in by this team alone. */
  operatorStays: { code: 24510, key: 'error.operatorStays', shownAs: 'warning' },
  /** Nobody has an account by this address. */
  personUnknown: { code: 24502, key: 'error.personUnknown', shownAs: 'warning' },
  tenantClosed: { code: 24503, key: 'error.tenantClosed', shownAs: 'warning' },
  /** The operator works from here: it would shut itself out. */
  ownTenant: { code: 24504, key: 'error.ownTenant', shownAs: 'warning' },
  helpNotGranted: { code: 24505, key: 'error.helpNotGranted', shownAs: 'warning' },
  /** What is a person's own is changed from their own team, not from one they help in. */
  notWhileHelping: { code: 24508, key: 'error.notWhileHelping', http: 403, shownAs: 'warning' },
  /** What a team at work has is its own: archives are of tenants that are suspended or closed. */
  tenantActive: { code: 24509, key: 'error.tenantActive', shownAs: 'warning' },
  /** Whoever runs the installation says it. */
  settingOfPlan: { code: 24507, key: 'error.settingOfPlan', shownAs: 'warning' },
  /** The plan has no more room. */
  storageQuota: { code: 24506, key: 'error.storageQuota', shownAs: 'warning' },

  numberWithoutCountry: { code: 23601, key: 'error.numberWithoutCountry', shownAs: 'warning' },
  numberWrong: { code: 23602, key: 'error.numberWrong', shownAs: 'warning' },
  // Whose it is stays untold.
  numberElsewhere: { code: 23603, key: 'error.numberElsewhere', shownAs: 'warning' },
  numberOursAlready: { code: 23604, key: 'error.numberOursAlready', shownAs: 'warning' },
  // The detail names the groups.
  numberNeeded: { code: 23605, key: 'error.numberNeeded', shownAs: 'warning' },
  carrierCredentials: { code: 23606, key: 'error.carrierCredentials', shownAs: 'warning' },
  // The detail is how many seconds.
  carrierBusy: { code: 23607, key: 'error.carrierBusy', shownAs: 'warning' },
  carrierUnreachable: { code: 23608, key: 'error.carrierUnreachable', shownAs: 'warning' },
  carrierNotUnderstood: { code: 23609, key: 'error.carrierNotUnderstood', shownAs: 'warning' },
  codeSmsClosed: { code: 23611, key: 'error.codeSmsClosed', shownAs: 'warning' },
  carrierBadAddress: { code: 23610, key: 'error.carrierBadAddress', shownAs: 'warning' },
} as const satisfies Record<string, FailureRow>;

export type FailureName = keyof typeof failures;

declare module './failure.ts' {
  interface FailureNames extends Record<keyof typeof failures, true> {}
}

const nameByCode = new Map<number, FailureName>(
  (Object.entries(failures) as [FailureName, FailureRow][]).map(([name, row]) => [row.code, name]),
);

export const failureOfCode = (code: number): FailureName => nameByCode.get(code) ?? 'unexpected';
export const failureRow = (name: FailureName): FailureRow => failures[name];
