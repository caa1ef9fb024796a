import { keptNumber } from '#core/customer/phone-number.ts';
import { columnDays, type ColumnDays } from './day-order.ts';

/** Words that stand at the head of a column, small and without anything but letters and digits. The longest that fits wins. */
const words: Record<string, string> = {
  full_name:
    'name fullname customer customername clientname contact contactname nombre nombrecompleto nombredelcliente cliente contacto nama namalengkap namapelanggan pelanggan 姓名 名称 名字 客户 客户姓名 客户名称 联系人 全名',
  first_name: 'firstname givenname forename nombredepila primernombre nombres namadepan 名',
  last_name: 'lastname surname familyname apellido apellidos primerapellido namabelakang namakeluarga 姓 姓氏',
  company:
    'company companyname organisation organization business account empresa compania companía compañía negocio organizacion razonsocial perusahaan organisasi 公司 公司名称 企业 单位',
  phone:
    'phone phonenumber phones telephone tel mobile mobilenumber cell cellphone cellular whatsapp number msisdn telefono teléfono telefonos teléfonos telefonocelular celular movil móvil numero número numerodetelefono telepon nomortelepon nomor nomorhp nohp hp ponsel seluler 电话 电话号码 手机 手机号 手机号码 联系电话 联系方式 号码',
  email:
    'email emails emailaddress mail mailaddress correo correos correoelectronico correoelectrónico surel alamatemail 邮箱 邮件 电子邮件 电子邮箱 邮箱地址',
  tags: 'tag tags label labels etiqueta etiquetas tanda 标签',
  owner:
    'owner agent assignedto responsable propietario asesor agente penanggungjawab pemilik 负责人 归属人 所属坐席 跟进人',
  language: 'language lang idioma lengua bahasa 语言 语种',
  country: 'country countrycode pais país negara 国家 国家地区 地区',
  time_zone: 'timezone zonahoraria zonawaktu 时区',
  note: 'note notes remark remarks comment comments nota notas comentario comentarios observaciones catatan keterangan komentar 备注 说明 注释',
  do_not_call: 'donotcall dnc nocall nollamar janganditelepon 请勿致电 勿扰 禁止呼叫',
  do_not_text: 'donottext nosms noenviarmensajes jangandikirimisms 请勿发短信',
  consent: 'consent consentimiento persetujuan 联系许可 同意',
};

const fieldByWord = new Map(
  Object.entries(words).flatMap(([field, list]) => list.split(' ').map((word) => [word, field] as const)),
);
const bare = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A column of the tenant's own. */
export interface NamedField {
  field: string;
  name: string;
}

/** What a title says, `named` by the tenant or known in general; null when nothing. `Phone 2` and `Teléfono (casa)` are phones as well. */
export function fieldOfTitle(title: string, named: readonly NamedField[]): string | null {
  const word = bare(title);
  if (word === '') return null;
  const own = named.find(({ name }) => bare(name) === word);
  if (own) return own.field;
  const alone = word.replace(/\d+$/, '');
  const known = fieldByWord.get(word) ?? fieldByWord.get(alone);
  if (known) return known;
  // A title of several words: what it begins with, if that is a word of a channel people can be reached by.
  for (const part of title.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    const field = fieldByWord.get(bare(part));
    if (field === 'phone' || field === 'email') return field;
  }
  return null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const isPhone = (text: string, country: string): boolean =>
  /^[+(]?\d[\d\s().\-/]{6,}$/.test(text.trim()) &&
  text.replace(/\D/g, '').length <= 15 &&
  !/^\d{4}-\d{2}-\d{2}/.test(text.trim()) &&
  keptNumber(text, country) !== null;

/** What the values of a column are, when nearly all of them are numbers or addresses; null otherwise. */
export function fieldOfValues(values: readonly string[], country: string): 'phone' | 'email' | null {
  const given = values.map((value) => value.trim()).filter((value) => value !== '');
  if (given.length === 0) return null;
  const share = (test: (value: string) => boolean): number => given.filter(test).length / given.length;
  if (share((value) => EMAIL.test(value)) >= 0.8) return 'email';
  return share((value) => isPhone(value, country)) >= 0.8 ? 'phone' : null;
}

const HEAD_WITHIN = 20;

/**
 * Where the titles of a file stand: in the row most of whose cells are known titles, among the first twenty (our own files begin with the
 * filters they were made by); else in the first row, unless that holds numbers or addresses and so is data already (-1, or the last of our own notes).
 */
export function headRow(rows: readonly (readonly string[])[], named: readonly NamedField[]): number {
  let best = { row: -1, known: 0 };
  for (const [row, cells] of rows.slice(0, HEAD_WITHIN).entries()) {
    const known = cells.filter((cell) => fieldOfTitle(cell, named) !== null).length;
    // Our own files begin with notes.
    if (cells[0]?.startsWith('# ')) continue;
    const isData = cells.some((cell) => fieldOfValues([cell], '') !== null);
    if (!isData && known > best.known) best = { row, known };
  }
  if (best.known > 0) return best.row;
  const first = Math.max(
    0,
    rows.findIndex((cells) => !cells[0]?.startsWith('# ')),
  );
  return (rows[first] ?? []).some((cell) => fieldOfValues([cell], '') !== null) ? first - 1 : first;
}

/** A column as people choose what it becomes. */
export interface GuessedColumn {
  column: number;
  title: string;
  guess: string | null;
  samples: string[];
  /** Where it holds days: which of day and month comes first. */
  days?: ColumnDays;
}

const SAMPLES = 3;
const SAMPLE_LETTERS = 80;

/** The columns of a file by its titles and first rows; a field that takes one column gets the first that fits. */
export function guessColumns(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  {
    named,
    country,
    takesSeveral,
  }: { named: readonly NamedField[]; country: string; takesSeveral: (field: string) => boolean },
): GuessedColumn[] {
  const width = Math.max(titles.length, ...rows.map((cells) => cells.length));
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, column) => {
    const values = rows.map((cells) => cells[column] ?? '');
    const title = (titles[column] ?? '').trim();
    const days = columnDays(values);
    const field = fieldOfTitle(title, named) ?? fieldOfValues(values, country);
    const guess = field === null || (taken.has(field) && !takesSeveral(field)) ? null : field;
    if (guess !== null) taken.add(guess);
    return {
      column,
      title,
      guess,
      samples: values
        .filter((value) => value.trim() !== '')
        .slice(0, SAMPLES)
        .map((value) => [...value.trim()].slice(0, SAMPLE_LETTERS).join('')),
      ...(days ? { days } : {}),
    };
  });
}
