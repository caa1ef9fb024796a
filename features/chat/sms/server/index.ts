import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { smsApi } from '../contract.ts';
import { openCarriers } from './carriers.ts';
import { codeCarrier } from './code-carrier.ts';
import { demoSms } from './demo.ts';
import { openCarrierReports } from './carrier-reports.ts';
import { hookHandlers } from './hook-handlers.ts';
import { messagesExport, recordHandlers } from './records.ts';
import { sendHandlers } from './send-handlers.ts';
import { sendJob } from './send-job.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { templateHandlers } from './template-handlers.ts';
import { smsPersonData, smsTimeline } from './sms-person.ts';

export { sendFromFlow } from './send-one.ts';

/** Short messages to customers, and what they answer. */
export function sms(
  world: Pick<World, 'db' | 'clock' | 'texts' | 'publicUrl' | 'allowPrivate' | 'smsProvider' | 'catalogue'>,
): ServerFeature {
  const { db } = world;
  const secrets = openTenantSecrets(db);
  const words = phoneWords(secrets);
  const carrierReports = openCarrierReports(db);
  const carriers = openCarriers({ db, secrets, open: world.smsProvider, listenerFor: carrierReports.listenerFor });
  const menu = { system: System.contactCentre, section: 'interactive' as const };
  return {
    name: 'sms',
    personData: [smsPersonData],
    timeline: [smsTimeline],
    exports: [messagesExport(world)],
    codeCarriers: [codeCarrier({ db, carriers })],
    menu: [
      {
        ...menu,
        key: '/sms/records',
        name: 'sms.menu.records',
        order: 40,
        access: 'sms.use',
        icon: 'message-square-text',
      },
      {
        ...menu,
        key: '/sms/templates',
        name: 'sms.menu.templates',
        order: 41,
        access: 'sms.templates',
        icon: 'scroll-text',
      },
      {
        key: '/settings/sms',
        name: 'sms.menu.settings',
        system: System.contactCentre,
        section: 'settings',
        order: 48,
        access: 'sms.settings',
        icon: 'message-square-text',
      },
    ],
    demo: demoSms,
    demoAfter: ['ledger', 'customers'],
    jobs: [sendJob({ db, carriers }), carrierReports.job],
    start: carriers.start,
    stop: carriers.stop,
    routes: routes('sms', smsApi, {
      ...sendHandlers(world, words),
      ...templateHandlers(world),
      ...recordHandlers(world, words),
      ...settingsHandlers(world, { words, secrets, carriers }),
      ...hookHandlers(world, carriers, carrierReports.listenerFor),
    }),
  };
}
