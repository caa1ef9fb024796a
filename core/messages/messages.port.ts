/** A letter to one person. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  /** Files that go with it. */
  files?: readonly { name: string; mediaType: string; content: Uint8Array }[];
}

export interface ShortMessage {
  /** E.164, with the plus. */
  to: string;
  text: string;
}

/** Resolves once the provider took it; throws when it did not, and the job tries again. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
}

export interface Sms {
  send(message: ShortMessage): Promise<void>;
}
