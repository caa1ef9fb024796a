import type { Flow } from '#core/flow/flow.ts';
import { appointment } from './appointment.ts';
import type { TemplatePlaces } from './build.ts';
import { debtReminder } from './debt-reminder.ts';
import { offer } from './offer.ts';
import { orderStatus } from './order-status.ts';
import { reception } from './reception.ts';
import { survey } from './survey.ts';

export type { TemplatePlaces } from './build.ts';

/** Flows to begin with, in four languages; their names are texts (`flows.template.<key>`). */
export const templates = { reception, appointment, survey, debtReminder, orderStatus, offer } as const satisfies Record<
  string,
  (places?: TemplatePlaces) => Flow
>;
export type TemplateKey = keyof typeof templates;
