import { z } from 'zod';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { noWords, wordsMissing } from '../fields.ts';
import { Spoken } from '../flow.ts';
import { languageOf, languageScores } from '../../speech/language-of.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';

const Settings = z.object({
  /** "Hello, how can I help you?", perhaps in several languages at once. */
  spoken: Spoken,
  /** None: all the flow speaks. */
  among: z.array(CustomerLanguage.schema).max(16).default([]),
  maxMs: z.number().int().min(1_000).max(30_000).default(8_000).meta({ is: 'ms' }),
});
type Settings = z.infer<typeof Settings>;

/** Asks something and goes on in the language of the answer, as the host hears it or the words tell; `unknown` stays in the present one. */
export const detectLanguage: NodeKind<Settings> = {
  kind: 'detectLanguage',
  trigger: MessageType.languageNode,
  group: 'decide',
  icon: 'languages',
  settings: Settings,
  waits: true,
  fresh: () => ({ spoken: noWords(), among: [], maxMs: 8_000 }),
  branches: () => [{ key: 'detected' }, { key: 'unknown' }],
  problems: (settings, flow) => [
    ...wordsMissing(settings, 'spoken'),
    ...settings.among
      .filter((language) => !flow.languages.includes(language))
      .map((language) => ({ text: 'languageNotSpoken', field: 'among', values: { language } })),
  ],
  enter(turn) {
    const among = languagesOf(turn);
    turn.addMessage(MessageType.languageListening, { among });
    turn.say(turn.settings.spoken);
    turn.listen({ silenceMs: turn.settings.maxMs });
    turn.ask({ what: 'detectLanguage', among, maxMs: turn.settings.maxMs });
  },
  on(turn, event) {
    const among = languagesOf(turn);
    if (event.type === 'silent') return turn.leave('unknown');
    if (event.type === 'heard') {
      const scores = event.language === null ? languageScores(event.text, among) : { [event.language]: 1 };
      turn.addMessage(MessageType.languageScores, { scores });
      return decided(turn, event.language ?? languageOf(event.text, among));
    }
    if (event.type !== 'answered') return;
    if (!event.answer.ok)
      return event.answer.why === 'silence' ? turn.leave('unknown') : turn.listen({ silenceMs: turn.settings.maxMs });
    if (event.answer.what !== 'language') return;
    turn.addMessage(MessageType.languageScores, { scores: event.answer.scores });
    decided(turn, event.answer.language);
  },
};

const languagesOf = ({ settings, run }: NodeTurn<Settings>): readonly CustomerLanguage[] =>
  settings.among.length > 0 ? settings.among : run.flow.languages;

function decided(turn: NodeTurn<Settings>, language: CustomerLanguage | null): void {
  if (language === null || !turn.run.flow.languages.includes(language)) return turn.leave('unknown');
  turn.speak(language);
  turn.addMessage(MessageType.languageDetected, { language });
  turn.leave('detected');
}
