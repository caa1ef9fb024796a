import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';

const words: Record<Language, { welcome: [string, string]; offer: [string, string] }> = {
  'zh-CN': {
    welcome: [
      '欢迎来电',
      '您好，这里是{groupName}，我是{agentName}。\n请问怎么称呼您？有什么可以帮您？\n\n结束前：还有其他需要帮助的吗？感谢您的来电。',
    ],
    offer: ['回访', '您好，{customerName}，我是{agentName}。\n您之前联系过我们，现在方便说话吗？'],
  },
  'en-US': {
    welcome: [
      'Welcome',
      'Hello, {groupName}, {agentName} speaking.\nWhom am I talking to, and how can I help?\n\nBefore the end: is there anything else? Thank you for calling.',
    ],
    offer: [
      'Calling back',
      'Hello {customerName}, this is {agentName}.\nYou reached out to us earlier. Is this a good moment to talk?',
    ],
  },
  'es-MX': {
    welcome: [
      'Bienvenida',
      'Buen día, {groupName}, le atiende {agentName}.\n¿Con quién tengo el gusto y en qué puedo ayudarle?\n\nAntes de terminar: ¿algo más? Gracias por llamar.',
    ],
    offer: [
      'Devolver la llamada',
      'Buen día, {customerName}, habla {agentName}.\nSe comunicó con nosotros hace poco. ¿Es buen momento para hablar?',
    ],
  },
  'id-ID': {
    welcome: [
      'Sambutan',
      'Halo, {groupName}, dengan {agentName}.\nDengan siapa saya bicara dan apa yang bisa saya bantu?\n\nSebelum selesai: ada lagi? Terima kasih sudah menelepon.',
    ],
    offer: [
      'Menelepon kembali',
      'Halo {customerName}, saya {agentName}.\nAnda menghubungi kami sebelumnya. Apakah sekarang waktu yang tepat?',
    ],
  },
};

/** One script for those who call, one for those who are called. */
export async function demoScripts(tx: Tx, { tenantId, language }: DemoTenant): Promise<void> {
  const { welcome, offer } = words[language];
  for (const [[name, content], direction] of [
    [welcome, 'inbound'],
    [offer, 'outbound'],
  ] as const) {
    await sql`insert into script (tenant_id, name, content, direction) values (${tenantId}, ${name}, ${content}, ${direction})`.execute(
      tx.as(),
    );
  }
}
