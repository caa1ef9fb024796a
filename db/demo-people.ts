import type { Language } from '#shared/languages.ts';

export interface DemoPerson {
  email: string;
  name: string;
  role: 'owner' | 'manager' | 'agent';
  voiceSeat?: boolean;
  textSeat?: boolean;
  language: Language;
  /** For the greeting on the terminal. */
  what: string;
}

export interface DemoCompany {
  name: string;
  company: string;
  domain: string;
  language: Language;
  timeZone: string;
  kind: 'standard' | 'analytics';
  aiFlows: boolean;
  people: readonly DemoPerson[];
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    name: 'Aurora Travel',
    company: 'Aurora Travel S.A. de C.V.',
    domain: 'aurora.example',
    language: 'en-US',
    timeZone: 'America/Mexico_City',
    kind: 'standard',
    aiFlows: true,
    people: [
      { email: 'owner@aurora.example', name: 'Valeria Ortiz', role: 'owner', language: 'en-US', what: 'owner' },
      {
        email: 'sofia@aurora.example',
        name: 'Sofía Ramírez',
        role: 'manager',
        voiceSeat: true,
        language: 'en-US',
        what: 'manager, voice seat',
      },
      {
        email: 'ana@aurora.example',
        name: 'Ana Castillo',
        role: 'agent',
        voiceSeat: true,
        textSeat: true,
        language: 'en-US',
        what: 'agent, voice and text seat',
      },
      {
        email: 'budi@aurora.example',
        name: 'Budi Santoso',
        role: 'agent',
        voiceSeat: true,
        language: 'en-US',
        what: 'agent, voice seat',
      },
      {
        email: 'chen@aurora.example',
        name: 'Chen Jia',
        role: 'agent',
        textSeat: true,
        language: 'en-US',
        what: 'agent, text seat',
      },
    ],
  },
  {
    name: 'Borealis Bank',
    company: 'Borealis Bank N.V.',
    domain: 'borealis.example',
    language: 'en-US',
    timeZone: 'Europe/Amsterdam',
    kind: 'analytics',
    aiFlows: false,
    people: [
      { email: 'owner@borealis.example', name: 'Ingrid de Vries', role: 'owner', language: 'en-US', what: 'owner' },
      {
        email: 'noor@borealis.example',
        name: 'Noor Haddad',
        role: 'agent',
        voiceSeat: true,
        textSeat: true,
        language: 'en-US',
        what: 'agent, voice and text seat',
      },
    ],
  },
];

/** Who runs the demo's installation, in a small tenant of their company; the code of their second factor is among the demo's messages. */
export const demoOperator = {
  email: 'operator@openseat.example',
  name: 'Olivia Park',
  company: 'OpenSeat',
  domain: 'openseat.example',
  language: 'en-US',
  timeZone: 'UTC',
} as const;

export const demoPeople = demoCompanies.flatMap(({ name, people }) =>
  people.map((person) => ({ ...person, tenant: name })),
);
