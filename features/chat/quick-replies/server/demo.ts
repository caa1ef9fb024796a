import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';

const replies: Record<Language, readonly (readonly [string, string])[]> = {
  'zh-CN': [
    ['你好', '您好 {name}，我是 {company} 的 {agent}，请问有什么可以帮您？'],
    ['稍等', '请稍等，我马上为您查询。'],
    ['再见', '感谢您的咨询，祝您生活愉快！'],
  ],
  'en-US': [
    ['hello', 'Hello {name}, this is {agent} from {company}. How can I help you?'],
    ['wait', 'One moment please, I am looking into it.'],
    ['bye', 'Thank you for writing to {company}. Have a nice day!'],
  ],
  'es-MX': [
    ['hola', 'Hola {name}, soy {agent} de {company}. ¿En qué le puedo ayudar?'],
    ['espera', 'Un momento, por favor, lo estoy revisando.'],
    ['adios', 'Gracias por escribir a {company}. ¡Que tenga un buen día!'],
  ],
  'id-ID': [
    ['halo', 'Halo {name}, saya {agent} dari {company}. Ada yang bisa saya bantu?'],
    ['tunggu', 'Mohon tunggu sebentar, sedang saya periksa.'],
    ['dadah', 'Terima kasih telah menghubungi {company}. Semoga hari Anda menyenangkan!'],
  ],
};

/** A greeting, a moment's patience and a goodbye. */
export async function demoReplies(tx: Tx, { tenantId, language }: DemoTenant): Promise<void> {
  for (const [shortcut, text] of replies[language])
    await sql`insert into quick_reply (tenant_id, shortcut, text) values (${tenantId}, ${shortcut}, ${text})`.execute(
      tx.as<never>(),
    );
}
