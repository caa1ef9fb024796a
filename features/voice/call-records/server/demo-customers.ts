/** Somebody who calls or is called in the demo. */
export interface DemoCustomer {
  name: string;
  number: string;
  country: string;
}

const mexican = [
  'Lucía Hernández',
  'Diego Morales',
  'Camila Rojas',
  'Javier Mendoza',
  'Fernanda Cruz',
  'Luis Aguilar',
  'Paola Vega',
  'Andrés Navarro',
  'Renata Solís',
  'Emilio Cárdenas',
  'Ximena Luna',
  'Mateo Ríos',
  'Regina Paredes',
  'Tomás Ibarra',
  'Elena Duarte',
];
const abroad: DemoCustomer[] = [
  { name: 'Grace Whitfield', number: '12025550143', country: 'US' },
  { name: 'Marcus Boyd', number: '12025550187', country: 'US' },
  { name: 'Dewi Lestari', number: '628115550132', country: 'ID' },
  { name: '林晓雯', number: '8613555550128', country: 'CN' },
  { name: 'Carlos Ferrer', number: '34915550176', country: 'ES' },
];
const dutch = [
  'Sanne Bakker',
  'Daan Visser',
  'Fleur Smit',
  'Jeroen Mulder',
  'Lotte Jansen',
  'Bram de Boer',
  'Eva Dijkstra',
  'Koen Peters',
  'Iris van Dam',
  'Ruben Willems',
];
const neighbours: DemoCustomer[] = [
  { name: 'Jonas Weber', number: '493055550119', country: 'DE' },
  { name: 'Élise Lambert', number: '3225550164', country: 'BE' },
];

/** The customers of a demo tenant; the first few call most often. */
export function demoCustomers(tenantName: string): DemoCustomer[] {
  const everybody = tenantName.startsWith('Borealis')
    ? [...dutch.map((name, n) => ({ name, number: `3120555${String(1_000 + n * 37)}`, country: 'NL' })), ...neighbours]
    : [...mexican.map((name, n) => ({ name, number: `52555550${String(1_000 + n * 53)}`, country: 'MX' })), ...abroad];
  return [...everybody, ...everybody.slice(0, 5), ...everybody.slice(0, 3)];
}

export const demoRemarks = [
  'Wants a window seat.',
  'Asked for the invoice by mail.',
  'Will call again on Monday.',
  'Happy with the new date.',
  'Needs an answer from accounting.',
  'Changed the address.',
  'Complaint about the waiting time.',
  'Asked for a person who speaks Spanish.',
  'Card was blocked, now works.',
  'Sent the confirmation again.',
];
