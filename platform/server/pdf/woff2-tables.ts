import { brotliDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';

/** A table of a font; `isTransformed` when it is written in the shorter way this format has for it. */
export interface FontTable {
  bytes: Buffer;
  isTransformed: boolean;
}

/** Tables the format names by a number, in its order. */
const KNOWN =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';
const knownTag = (place: number): string => KNOWN.slice(place * 5, place * 5 + 4);
const HEADER_BYTES = 48;

/** The tables of a WOFF 2.0 file. */
export function woff2Tables(file: Buffer): Map<string, FontTable> {
  const reader = new ByteReader(file);
  if (reader.tag() !== 'wOF2') throw new Error('no WOFF 2.0 file');
  reader.at = 12;
  const count = reader.u16();
  reader.at = 20;
  const compressed = reader.u32();
  reader.at = HEADER_BYTES;
  const found: { tag: string; length: number; isTransformed: boolean }[] = [];
  for (let place = 0; place < count; place += 1) {
    const flags = reader.u8();
    const tag = (flags & 0x3f) === 0x3f ? reader.tag() : knownTag(flags & 0x3f);
    const version = flags >> 6;
    // Outlines are written the shorter way unless said otherwise, everything else only where it is said.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    const length = reader.base128();
    found.push({ tag, length: isTransformed ? reader.base128() : length, isTransformed });
  }
  const all = brotliDecompressSync(file.subarray(reader.at, reader.at + compressed));
  let at = 0;
  return new Map(
    found.map(({ tag, length, isTransformed }) => [tag, { bytes: all.subarray(at, (at += length)), isTransformed }]),
  );
}
