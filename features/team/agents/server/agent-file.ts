import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { csvRows, delimiterOf, newlineOf, type FileRow } from '#core/csv/csv-rows.ts';
import { encodingOf } from '#core/csv/text-encoding.ts';
import { skillOf, skillsOf } from '#core/skills/skill-tags.ts';
import { voiceSeatsLeft } from '#features/team/access/server/index.ts';
import { Email } from '#features/team/account/contract.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { Failure } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import {
  AGENT_NAME_MAX,
  AGENTS_AT_ONCE,
  agentColumns,
  type AgentColumn,
  type AgentWish,
  type CheckedAgents,
  type AgentEntrance,
  type whyAgentRowWrong,
} from '../contract/roster.ts';
import type { RosterParts } from './roster-parts.ts';
import { rosterRepo } from './roster.repo.ts';
import { lineName, readLines } from './web-call-lines.ts';

type Why = (typeof whyAgentRowWrong)[number];
type FileWish = Omit<AgentWish, 'entrance'>;

const WRONG_SHOWN = 100;
const SAMPLE_SHOWN = 20;

class WrongCell extends Error {
  readonly column: AgentColumn;
  readonly why: Why;

  constructor(column: AgentColumn, why: Why) {
    super(`${column}: ${why}`);
    this.column = column;
    this.why = why;
  }
}

/** The rows of a csv file; the first names the columns. */
export async function readAgentFile(path: string): Promise<FileRow[]> {
  const text = decoded(await readFile(path));
  const reader = csvRows(delimiterOf(text), newlineOf(text));
  const rows = [...reader.push(text), ...reader.end()].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length < 2) throw new Failure('importEmpty');
  if (rows.length - 1 > AGENTS_AT_ONCE) throw new Failure('importTooManyRows');
  return rows;
}

function decoded(bytes: Buffer): string {
  const encoding = encodingOf(bytes, isUtf8(bytes));
  if (encoding === null) throw new Failure('importUnreadable');
  return new TextDecoder(encoding).decode(bytes);
}

/** Says row by row what is wrong; `wishes` are those that can be taken. */
export async function checkAgents(
  { world, needs }: RosterParts,
  tx: TenantTx,
  [head, ...rows]: readonly FileRow[],
  entrance: AgentEntrance,
): Promise<{ checked: CheckedAgents; wishes: FileWish[] }> {
  const { texts } = world;
  const names = wordsFor(texts, Object.fromEntries(agentColumns.map((column) => [column, `agents.file.${column}`])));
  const places = new Map(
    head!.cells.flatMap((cell, place) => {
      const column = names.get(cell.trim().toLowerCase()) as AgentColumn | undefined;
      return column ? [[column, place] as const] : [];
    }),
  );
  if (!places.has('email')) throw new Failure('importUnreadable');
  const repo = rosterRepo(tx, needs);
  const groups = await repo.groups();
  const read = readerOf(texts, {
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
    lines: new Map(
      (await readLines(world)).flatMap((line) =>
        [line.name, line.path, ...languages.map((language) => lineName(world, language, line))].map(
          (word) => [word.toLowerCase(), line.id] as const,
        ),
      ),
    ),
  });
  const cellOf = (cells: readonly string[], column: AgentColumn) => cells[places.get(column) ?? -1]?.trim() ?? '';
  const members = await repo.members(rows.map(({ cells }) => cellOf(cells, 'email').toLowerCase()));
  const seen = new Set<string>();
  const wishes: FileWish[] = [];
  const checked: CheckedAgents = {
    right: 0,
    wrongCount: 0,
    wrong: [],
    seatsLeft: await voiceSeatsLeft(tx),
    sample: [],
  };
  for (const { line, cells, isBroken } of rows) {
    try {
      if (isBroken) throw new WrongCell('email', 'broken');
      const wish = read((column) => cellOf(cells, column));
      // Who is invited says their name themselves.
      if (entrance === 'password' && wish.name === '') throw new WrongCell('name', 'missing');
      if (seen.has(wish.email)) throw new WrongCell('email', 'twice');
      seen.add(wish.email);
      if (members.get(wish.email)?.isAgent) throw new WrongCell('email', 'isAgent');
      wishes.push(wish);
    } catch (thrown) {
      if (!(thrown instanceof WrongCell)) throw thrown;
      checked.wrongCount += 1;
      if (checked.wrong.length < WRONG_SHOWN) checked.wrong.push({ line, column: thrown.column, why: thrown.why });
    }
  }
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  checked.right = wishes.length;
  checked.sample = wishes
    .slice(0, SAMPLE_SHOWN)
    .map(({ email, name, groupIds }) => ({ email, name, groups: groupIds.map((id) => groupNames.get(id) ?? '') }));
  return { checked, wishes };
}

interface KnownNames {
  groups: ReadonlyMap<string, number>;
  lines: ReadonlyMap<string, number>;
}

function readerOf(
  texts: ServerTexts,
  { groups, lines }: KnownNames,
): (cell: (column: AgentColumn) => string) => FileWish {
  const types = new Map(
    AgentType.rows.flatMap(({ code, key }) =>
      [key.replace('agentType.', '').toLowerCase(), ...translationsOf(texts, key)].map((word) => [word, code] as const),
    ),
  );
  const switches = wordsFor(texts, { yes: 'agents.file.yes', no: 'agents.file.no' });

  return (cell) => {
    const email = cell('email');
    const name = cell('name');
    if (email === '') throw new WrongCell('email', 'missing');
    const address = Email.safeParse(email);
    if (!address.success) throw new WrongCell('email', 'notEmail');
    if (name.length > AGENT_NAME_MAX) throw new WrongCell('name', 'tooLong');
    const choice = <T>(column: AgentColumn, words: ReadonlyMap<string, T>, why: Why): T | undefined => {
      const text = cell(column).toLowerCase();
      const found = words.get(text);
      if (text !== '' && found === undefined) throw new WrongCell(column, why);
      return found;
    };
    const skills = listed(cell('skills'));
    if (skills.some((skill) => skillOf(skill) === null)) throw new WrongCell('skills', 'notChoice');
    const agentType = choice('type', types, 'notChoice');
    const lineId = choice('line', lines, 'unknown');
    return {
      email: address.data,
      name,
      groupIds: [
        ...new Set(
          listed(cell('groups')).map((group) => {
            const id = groups.get(group.toLowerCase());
            if (id === undefined) throw new WrongCell('groups', 'unknown');
            return id;
          }),
        ),
      ],
      skills: skillsOf(skills),
      textSeat: choice('textSeat', switches, 'notChoice') === 'yes',
      ...(agentType === undefined ? {} : { agentType }),
      ...(lineId === undefined ? {} : { lineId }),
    };
  };
}

/** Several in one cell. */
const listed = (cell: string): string[] =>
  cell
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const translationsOf = (texts: ServerTexts, key: string): string[] =>
  languages.map((language) => texts.say(language, key).toLowerCase());

/** What a word of a file stands for, in any of our languages. */
const wordsFor = (texts: ServerTexts, keys: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(
    Object.entries(keys).flatMap(([meaning, key]) =>
      [meaning.toLowerCase(), ...translationsOf(texts, key)].map((word) => [word, meaning] as const),
    ),
  );
