import { sql } from 'kysely';
import { crowdNumbers } from '#core/rehearsal/crowd.ts';
import { demoOfferFlow } from '#features/flows/flows/server/index.ts';
import { demoPromptSound } from '#features/flows/sounds/server/index.ts';
import { demoCrowdCampaign } from '#features/outbound/campaigns/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { Language } from '#shared/languages.ts';

interface Words {
  name: string;
  note: string;
  flow: string;
  column: string;
  values: readonly string[];
  /** By the step of the flow that says it. */
  sounds: Record<keyof typeof prompts, string>;
}

/** What the steps of the flow say, spoken beforehand: it calls also where this machine has no voice yet. */
const prompts = { offer: 'offer.ask', connect: 'offer.connect', later: 'offer.later', bye: 'goodbye' } as const;

const words: Record<Language, Words> = {
  'en-US': {
    name: 'Offer by voice',
    note: 'A flow calls people of the rehearsal, nobody real, so it may run at any hour. Whoever presses 1 is led to the group: sign in with a phone to talk to them.',
    flow: 'Offer by phone',
    column: 'City',
    values: ['Puebla', 'Toluca', 'Querétaro'],
    sounds: {
      offer: 'Offer, spoken',
      connect: 'Connecting, spoken',
      later: 'Nobody free, spoken',
      bye: 'Goodbye, spoken',
    },
  },
  'zh-CN': {
    name: '语音优惠通知',
    note: '流程拨打演练用的虚拟客户，不会拨打真实号码，因此任何时间都可以运行。按 1 的客户会转给该组：请登录电话接听。',
    flow: '电话推荐',
    column: '城市',
    values: ['普埃布拉', '托卢卡', '克雷塔罗'],
    sounds: { offer: '优惠语音', connect: '转接语音', later: '坐席全忙语音', bye: '再见语音' },
  },
  'es-MX': {
    name: 'Oferta por voz',
    note: 'Un flujo llama a personas del ensayo, a nadie real, así que puede correr a cualquier hora. Quien marca 1 pasa al grupo: entra con un teléfono para hablar con ellas.',
    flow: 'Oferta por teléfono',
    column: 'Ciudad',
    values: ['Puebla', 'Toluca', 'Querétaro'],
    sounds: {
      offer: 'Oferta, hablada',
      connect: 'Conectando, hablado',
      later: 'Nadie libre, hablado',
      bye: 'Despedida, hablada',
    },
  },
  'id-ID': {
    name: 'Penawaran lewat suara',
    note: 'Sebuah alur menelepon orang-orang latihan, bukan nomor nyata, jadi dapat berjalan kapan saja. Yang menekan 1 diarahkan ke grup: masuk dengan telepon untuk berbicara dengan mereka.',
    flow: 'Penawaran lewat telepon',
    column: 'Kota',
    values: ['Puebla', 'Toluca', 'Querétaro'],
    sounds: {
      offer: 'Penawaran, diucapkan',
      connect: 'Menyambungkan, diucapkan',
      later: 'Belum ada yang bebas, diucapkan',
      bye: 'Salam penutup, diucapkan',
    },
  },
};

/** Those who answer an offer with keys. */
const FIRST = 500;
const CUSTOMERS = 40;
const CALLED = 18;
/** More at once than one agent can take would leave those who press 1 waiting. */
const CALLS_AT_ONCE = 3;

/** A flow that makes an offer, and a task that calls with it. It is paused. */
export const demoAiTask =
  ({ files }: Pick<World, 'files'>) =>
  async (tx: Tx, tenant: DemoTenant): Promise<void> => {
    const { tenantId, language, people } = tenant;
    const { rows: groups } = await sql<{
      id: number;
    }>`select id from ${groupRows} g where tenant_id = ${tenantId} order by group_no, id limit 1`.execute(tx.as());
    const groupId = groups[0]?.id;
    const author = people.find(({ role }) => role === 'manager') ?? people[0];
    if (groupId === undefined || !author) return;
    const { name, note, flow, column, values, sounds: titles } = words[language];
    const sounds: Record<string, number | null> = {};
    for (const [step, prompt] of Object.entries(prompts) as [keyof typeof prompts, string][])
      sounds[step] = await demoPromptSound(tx, files, { tenantId, name: titles[step], prompt, language });
    const flowId = await demoOfferFlow(tx, tenant, { author: author.userId, name: flow, groupId, sounds });
    if (flowId === null) return;
    await demoCrowdCampaign(tx, tenant, {
      name,
      note,
      column: { title: column, values },
      numbers: crowdNumbers.slice(FIRST, FIRST + CUSTOMERS),
      called: CALLED,
      groupId,
      goal: { kind: 'ai', flowId, flowValues: {}, callsAtOnce: CALLS_AT_ONCE },
    });
  };
