import type { NodeKind } from '../node-kind.ts';
import { ai } from './ai.ts';
import { callback } from './callback.ts';
import { collect } from './collect.ts';
import { condition } from './condition.ts';
import { customerField } from './customer-field.ts';
import { customerTag } from './customer-tag.ts';
import { detectLanguage } from './detect-language.ts';
import { detect } from './detect.ts';
import { hangUp } from './hang-up.ts';
import { hours } from './hours.ts';
import { http } from './http.ts';
import { intent } from './intent.ts';
import { jump } from './jump.ts';
import { knowledge } from './knowledge.ts';
import { listen } from './listen.ts';
import { menu } from './menu.ts';
import { record } from './record.ts';
import { say } from './say.ts';
import { setVariable } from './set-variable.ts';
import { sms } from './sms.ts';
import { start } from './start.ts';
import { survey } from './survey.ts';
import { tagCustomer } from './tag-customer.ts';
import { transfer } from './transfer.ts';
import { updateCustomer } from './update-customer.ts';
import { voicemail } from './voicemail.ts';
import { wait } from './wait.ts';
import { whatsapp } from './whatsapp.ts';

/** Every kind of node, in the order of the palette. */
export const nodeKinds: readonly NodeKind[] = [
  start,
  say,
  listen,
  menu,
  collect,
  knowledge,
  ai,
  survey,
  condition,
  intent,
  hours,
  customerField,
  customerTag,
  detectLanguage,
  detect,
  setVariable,
  http,
  tagCustomer,
  updateCustomer,
  sms,
  whatsapp,
  record,
  wait,
  transfer,
  callback,
  voicemail,
  jump,
  hangUp,
].map((kind) => kind as unknown as NodeKind);

const byName = new Map(nodeKinds.map((kind) => [kind.kind, kind]));

/** Undefined for a kind of a later version. */
export const kindOf = (name: string): NodeKind | undefined => byName.get(name);
