import { crc32, inflateRawSync } from 'node:zlib';

/** Reads an archive by its directory, as other programs do, and checks every sum in it. */
export function unzipped(archive: Buffer): { name: string; content: Buffer }[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [flags, sum, packed, bytes, nameLength, extra, offset] = [
      archive.readUInt16LE(at + 8),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const content = inflateRawSync(archive.subarray(begin, begin + packed));
    if (content.length !== bytes || crc32(content) !== sum) throw new Error(`${name} is damaged`);
    if (flags & 8 && archive.readUInt32LE(begin + packed + 4) !== sum)
      throw new Error(`what follows ${name} does not fit it`);
    at += 46 + nameLength + extra;
    return { name, content };
  });
}
