import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Brain } from './brain.port.ts';
import type { SpeechProtocol } from './protocols.ts';
import type { Recognizer } from './recognizer.port.ts';
import type { Voice } from './voice.port.ts';

/** An account at somebody who recognises, speaks or answers, as a tenant described it. */
export interface SpeechAccount {
  /** How it is called in figures and logs. */
  name: string;
  protocol: SpeechProtocol;
  /** Where the protocol begins, `https://…/v1`. */
  address: string;
  model: string;
  /** Empty where a server asks for none. */
  key: string;
  /** Those it is used for. */
  languages: readonly CustomerLanguage[];
  /** Names of its voices, by language. */
  voices: Readonly<Partial<Record<CustomerLanguage, string>>>;
  /** Nothing at all for that long means that nobody is there any more; 15 s unless told. */
  patienceMs?: number;
}

/** Opens the way to an account. A protocol that does not serve a use throws a `SpeechFailure` of reason `absent`. */
export interface OpenSpeechProvider {
  recognizer(account: SpeechAccount): Recognizer;
  voice(account: SpeechAccount): Voice;
  brain(account: SpeechAccount): Brain;
}
