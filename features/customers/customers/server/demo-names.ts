import { virtualNumbers } from '#core/rehearsal/virtual-customers.ts';
import { demoCustomers } from '#features/voice/call-records/server/index.ts';

export interface DemoPersonality {
  full_name: string;
  company: string;
  phone: string;
  country: string;
  language: string;
  emails: string[];
}

const given = [
  'María',
  'José',
  'Guadalupe',
  'Juan',
  'Ana',
  'Luis',
  'Rosa',
  'Carlos',
  'Sofía',
  'Miguel',
  'Valentina',
  'Jorge',
  'Daniela',
  'Ricardo',
  'Isabel',
  'Héctor',
  'Gabriela',
  'Raúl',
  'Adriana',
  'Óscar',
];
const family = [
  'García',
  'Martínez',
  'López',
  'González',
  'Pérez',
  'Rodríguez',
  'Sánchez',
  'Ramírez',
  'Torres',
  'Flores',
  'Rivera',
  'Gómez',
  'Díaz',
  'Reyes',
  'Castro',
  'Ortega',
  'Núñez',
  'Peña',
  'Salazar',
  'Ponce',
];
const dutchGiven = ['Emma', 'Noah', 'Julia', 'Sem', 'Mila', 'Lucas', 'Sara', 'Finn', 'Nora', 'Thijs', 'Anouk', 'Gijs'];
const dutchFamily = [
  'de Jong',
  'van den Berg',
  'Meijer',
  'Bos',
  'Vos',
  'Hendriks',
  'Kok',
  'van Leeuwen',
  'Schouten',
  'Post',
  'Kuipers',
  'Brouwer',
];
const companies = [
  '',
  '',
  '',
  'Hotel Casa Azul',
  'Viajes del Sur',
  'Grupo Pacífico',
  'Café La Esquina',
  'Norte Logística',
  '蓝海贸易',
  'Tulip Foods',
];

/** Names in other scripts: whoever builds a list must see them. */
const abroad: readonly (readonly [name: string, phone: string, country: string, language: string])[] = [
  ['王伟明', '8613555550131', 'CN', 'zh'],
  ['李娜', '8613555550132', 'CN', 'zh'],
  ['张敏', '8613555550133', 'CN', 'zh'],
  ['刘洋', '8613555550134', 'CN', 'zh'],
  ['欧阳静怡', '8613555550135', 'CN', 'zh'],
  ['佐藤さくら', '819055550141', 'JP', 'ja'],
  ['鈴木一郎', '819055550142', 'JP', 'ja'],
  ['김민준', '821055550151', 'KR', 'ko'],
  ['이서연', '821055550152', 'KR', 'ko'],
  ['Анна Кузнецова', '79165550161', 'RU', 'ru'],
  ['Олена Шевченко', '380505550162', 'UA', 'uk'],
  ['प्रिया शर्मा', '919855550171', 'IN', 'hi'],
  ['Ayşe Yılmaz', '905325550172', 'TR', 'tr'],
  ['Siti Rahayu', '628115550173', 'ID', 'id'],
  ['João Conceição', '5511955550174', 'BR', 'pt'],
  ['Åsa Lindström', '46705550175', 'SE', 'sv'],
  ['Jürgen Groß', '4915155550176', 'DE', 'de'],
  ['Zoë Lefèvre', '33655550177', 'FR', 'fr'],
  ['Niamh O’Connor', '353855550178', 'IE', 'en'],
  ['Giulia D’Angelo', '393335550179', 'IT', 'it'],
];

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .toLowerCase();

/** Some two hundred customers of a demo tenant: those who call first, then neighbours, then the world. */
export function demoPersonalities(tenantName: string, chance: () => number): DemoPersonality[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const isDutch = tenantName.startsWith('Borealis');
  const callers = [...new Map(demoCustomers(tenantName).map((one) => [one.number, one])).values()];
  const taken = new Set(callers.map(({ number }) => number));
  const free = isDutch
    ? Array.from({ length: 165 }, (_, place) => `31625550${String(100 + place)}`)
    : virtualNumbers.filter((number) => !taken.has(number));
  const home = isDutch ? { country: 'NL', language: 'nl' } : { country: 'MX', language: 'es' };
  const languages: Record<string, string> = {
    MX: 'es',
    US: 'en',
    ID: 'id',
    CN: 'zh',
    ES: 'es',
    NL: 'nl',
    DE: 'de',
    BE: 'fr',
  };
  const people = [
    ...callers.map(({ name, number, country }) => ({
      full_name: name,
      phone: number,
      country,
      language: languages[country] ?? 'en',
    })),
    ...free.map((phone) => ({
      full_name: isDutch
        ? `${pick(dutchGiven)} ${pick(dutchFamily)}`
        : `${pick(given)} ${pick(family)} ${pick(family)}`,
      phone,
      ...home,
    })),
    ...abroad
      .filter(([, phone]) => !taken.has(phone))
      .map(([name, phone, country, language]) => ({ full_name: name, phone, country, language })),
  ];
  return people.map((person, place) => {
    const address = plain(person.full_name);
    return {
      ...person,
      company: pick(companies),
      emails: place % 3 === 0 && address.length > 3 ? [`${address}.${place}@mail.example`] : [],
    };
  });
}
