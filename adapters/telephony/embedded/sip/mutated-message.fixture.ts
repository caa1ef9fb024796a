import { chanceOf } from '#core/chance.ts';

/** Small, fast and the same every time for a seed. */
export function dice(seed: number): (sides: number) => number {
  const chance = chanceOf(seed);
  return (sides) => (chance() * 4_294_967_296) % sides;
}

const WORDS = [
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '"',
  '<',
  '>',
  ';',
  ',',
  '=',
  ':',
  '@',
  '%00',
  '%',
  '\u0000',
  '\u{1f600}',
  '4294967296',
  '-1',
  '0',
  '99999999999999999999',
  'z9hG4bK',
  ';tag=',
  ';lr',
  '*',
  'SIP/2.0',
  'INVITE',
  'ACK',
  'CANCEL',
  'BYE',
  'REGISTER',
  'REFER',
  'Contact: *\r\n',
  'Expires: 0\r\n',
  '__proto__',
  'constructor',
  '\\',
  '('.repeat(50),
  'a'.repeat(2_000),
];

/** A message with some of it taken out, put twice, swapped, or replaced by what parsers stumble over. */
export function mutated(text: string, roll: (sides: number) => number, others: readonly string[]): string {
  let result = text;
  for (let times = 1 + roll(4); times > 0; times -= 1) {
    const at = roll(result.length + 1);
    const end = Math.min(result.length, at + roll(40));
    const lines = result.split('\r\n');
    const line = roll(lines.length);
    switch (roll(8)) {
      case 0:
        result = result.slice(0, at) + String.fromCharCode(roll(256)) + result.slice(at + 1);
        break;
      case 1:
        result = result.slice(0, at) + result.slice(end);
        break;
      case 2:
        result = result.slice(0, end) + result.slice(at, end).repeat(1 + roll(5)) + result.slice(end);
        break;
      case 3:
        result = result.slice(0, at) + WORDS[roll(WORDS.length)]! + result.slice(at);
        break;
      case 4:
        lines.splice(line, 1);
        result = lines.join('\r\n');
        break;
      case 5:
        lines.splice(line, 0, lines[roll(lines.length)]!);
        result = lines.join('\r\n');
        break;
      case 6: {
        const other = others[roll(others.length)]!.split('\r\n');
        lines[line] = other[roll(other.length)]!;
        result = lines.join('\r\n');
        break;
      }
      default:
        result = result.replace(/\d+/, WORDS[roll(WORDS.length)]!);
    }
  }
  return result;
}
