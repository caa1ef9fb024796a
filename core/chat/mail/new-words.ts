import { attributions, copiedHead, dividers, forwards, ownAdvertising } from './quote-words.ts';

/*
 * What of a mail is new. Rules:
 * 1. Whoever writes between the lines of what was written before has their mail kept whole.
 * 2. What is handed on (forwarded) is new.
 * 3. A cut that would leave nothing, or is not certain, is not made.
 */

export interface NewWords {
  text: string;
  isCut: boolean;
}

/** An announcement may be broken into so many lines. */
const ATTRIBUTION_LINES = 4;
const SIGNATURE_LINES = 12;
const HEAD_LINES = 8;
const LINE_MOST = 1_000;
/** Whoever has written more than this before the old begins is kept whole. */
const LINES_LOOKED_AT = 3_000;

const isQuoted = (line: string): boolean => /^\s{0,3}[>＞]/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';

/** The words of a mail without what was written before and without what stands under every mail. `own`: our address, which only an announcement of our own words names. */
export function newWordsOf(text: string, { own, isForward }: { own: string; isForward: boolean }): NewWords {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const kept = withoutSignature(isForward ? lines : withoutHistory(lines, own.toLowerCase()));
  const words = trimmed(kept);
  const whole = trimmed(lines);
  return words === '' || words === whole ? { text: whole, isCut: false } : { text: words, isCut: true };
}

const trimmed = (lines: readonly string[]): string =>
  lines
    .slice(
      Math.max(
        0,
        lines.findIndex((line) => !isBlank(line)),
      ),
    )
    .join('\n')
    .trimEnd()
    .replace(/\n{3,}/g, '\n\n');

function withoutHistory(lines: string[], own: string): string[] {
  const lastQuoted = lines.findLastIndex(isQuoted);
  for (let at = 0; at < Math.min(lines.length, LINES_LOOKED_AT); at++) {
    const line = lines[at]!.trim();
    if (line === '' || line.length > LINE_MOST) continue;
    if (forwards.some((pattern) => pattern.test(line))) return lines;
    if (dividers.some((pattern) => pattern.test(line)) || isCopiedHead(lines, at))
      return orWhole(lines, lines.slice(0, beforeRule(lines, at)));
    const announced = attributionAt(lines, at);
    if (announced) {
      if (lastQuoted >= at + announced.lines) return withoutQuotes(lines, at, at + announced.lines);
      // Programs that quote without signs: certain only where our own address is named.
      if (announced.words.toLowerCase().includes(own)) return orWhole(lines, lines.slice(0, at));
    }
    if (isQuoted(lines[at]!)) return withoutQuotes(lines, at, at);
  }
  return lines;
}

/** Cuts one block of quoted lines with its announcement: at the end, or at the beginning when all that is new stands below. */
function withoutQuotes(lines: string[], from: number, quotedFrom: number): string[] {
  let end = quotedFrom;
  while (end < lines.length && (isQuoted(lines[end]!) || isBlank(lines[end]!))) end += 1;
  const above = lines.slice(0, from);
  const below = lines.slice(end);
  const says = (some: readonly string[]): boolean => withoutSignature([...some], 0).some((line) => !isBlank(line));
  if (!says(below)) return orWhole(lines, above);
  // Rule 1: more of the old below, or words on both sides.
  if (says(above) || below.some(isQuoted)) return lines;
  return below;
}

/** The announcement that begins here, with everything a program may have broken into further lines. */
function attributionAt(lines: readonly string[], at: number): { lines: number; words: string } | null {
  let words = '';
  for (let count = 1; count <= ATTRIBUTION_LINES && at + count <= lines.length; count++) {
    const next = lines[at + count - 1]!.replace(/^\s{0,3}[>＞]\s?/, '').trim();
    if (next === '' || next.length > LINE_MOST) return null;
    words = words === '' ? next : `${words} ${next}`;
    const found = attributions.some(({ begins, ends }) => begins.test(words) && ends.test(words));
    // A day or an address belongs to every announcement: "As I wrote:" is none.
    if (found) return /\d|@/.test(words) ? { lines: count, words } : null;
  }
  return null;
}

function isCopiedHead(lines: readonly string[], at: number): boolean {
  const plain = (line: string): string => line.replace(/^\s{0,3}[>＞]\s?/, '').trim();
  if (!copiedHead[0]!.test(plain(lines[at]!))) return false;
  const head = lines.slice(at, at + HEAD_LINES).map(plain);
  return copiedHead.filter((pattern) => head.some((line) => pattern.test(line))).length >= 3;
}

/** A ruled line above a copied head belongs to it. */
function beforeRule(lines: readonly string[], at: number): number {
  let above = at - 1;
  while (above >= 0 && isBlank(lines[above]!)) above -= 1;
  return above >= 0 && /^\s*[-_=*]{3,}\s*$/.test(lines[above]!) ? above : at;
}

function withoutSignature(lines: string[], atLeast = 1): string[] {
  let end = lines.length;
  const back = (): void => {
    while (end > 0 && isBlank(lines[end - 1]!)) end -= 1;
  };
  back();
  while (end > 0 && ownAdvertising.some((pattern) => pattern.test(lines[end - 1]!.trim()))) {
    end -= 1;
    back();
  }
  const first = Math.max(atLeast, end - SIGNATURE_LINES - 1);
  for (let at = first; at < end; at++) {
    if (/^--\s?$/.test(lines[at]!)) return lines.slice(0, at);
  }
  return lines.slice(0, end);
}

/** Rule 3. */
const orWhole = (lines: string[], cut: string[]): string[] => (cut.every(isBlank) ? lines : cut);
