import type { Transcription, Recognizer, RecognizerTurn } from '#core/speech/recognizer.port.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

export interface EarListener {
  words(turnId: number, text: string): void;
  understood(turnId: number, transcription: Transcription): void;
  notUnderstood(turnId: number, problem: unknown): void;
}

/** Gives what a caller says to a recogniser, from a little before it was sure that they speak. */
export interface VoiceEar {
  /** In order, whatever is in it. */
  hear(frame: Int16Array): void;
  open(
    turnId: number,
    ask: { recognizer: Recognizer; languages: readonly CustomerLanguage[]; phrases: readonly string[] },
  ): void;
  /** The same sound to another turn. */
  openAgain(
    turnId: number,
    ask: { recognizer: Recognizer; languages: readonly CustomerLanguage[]; phrases: readonly string[] },
  ): void;
  understand(turnId: number): void;
  close(turnId: number): void;
  closeAll(): void;
}

/** 320 ms. */
const BEFORE_FRAMES = 10;

export function openVoiceEar(listener: EarListener): VoiceEar {
  const before: Int16Array[] = [];
  let sound: Int16Array[] = [];
  let open: { turnId: number; turn: RecognizerTurn; isAsked: boolean } | null = null;

  function begin(turnId: number, { recognizer, languages, phrases }: Parameters<VoiceEar['open']>[1]): void {
    open?.turn.cancel();
    const turn = recognizer.open({
      languages,
      phrases,
      onWords: (text) => void (open?.turnId === turnId && listener.words(turnId, text)),
    });
    open = { turnId, turn, isAsked: false };
    for (const frame of sound) turn.write(frame);
  }

  return {
    hear(frame) {
      before.push(frame);
      if (before.length > BEFORE_FRAMES) before.shift();
      if (!open) return;
      sound.push(frame);
      if (!open.isAsked) open.turn.write(frame);
    },
    open(turnId, ask) {
      sound = [...before];
      begin(turnId, ask);
    },
    openAgain: begin,
    understand(turnId) {
      if (open?.turnId !== turnId || open.isAsked) return;
      open.isAsked = true;
      open.turn.finish().then(
        (transcription) => listener.understood(turnId, transcription),
        (problem: unknown) => listener.notUnderstood(turnId, problem),
      );
    },
    close(turnId) {
      if (open?.turnId !== turnId) return;
      open.turn.cancel();
      open = null;
      sound = [];
    },
    closeAll() {
      open?.turn.cancel();
      open = null;
    },
  };
}
