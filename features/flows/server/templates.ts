import { Flow } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';

const node = (id: string, kind: string, x: number, settings: Record<string, unknown> = {}) => ({ id, kind, name: '', settings: { ...kindOf(kind)!.fresh(), ...settings }, x, y: 0 });
const words = (en: string, es: string, zh: string, id: string) => ({ words: { en, es, zh, id }, sounds: {} });

const greeting = (): Flow =>
  Flow.parse({
    format: 1, languages: ['en', 'es', 'zh', 'id'], variables: [], notes: [],
    nodes: [
      node('start', 'start', 0),
      node('hello', 'say', 240, { spoken: words('Hello, and thank you for calling.', 'Hola, gracias por llamar.', '您好，感谢您的来电。', 'Halo, terima kasih sudah menelepon.') }),
      node('bye', 'hangUp', 480),
    ],
    edges: [{ from: 'start', branch: 'next', to: 'hello' }, { from: 'hello', branch: 'next', to: 'bye' }],
  });

/** What a flow can begin as; names and help are texts, `flows.template.<template>`. */
export const templates: Readonly<Record<string, () => Flow>> = { greeting };
