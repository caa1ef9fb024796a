import { createHash } from 'node:crypto';

/** The id under which a part of a carrier's message is written: the same message makes the same id, so that it is written once. */
export function clientIdOf(channelId: number, externalId: string, part: string): string {
  const bytes = createHash('sha256').update(`${channelId}\0${externalId}\0${part}`).digest().subarray(0, 16);
  // As a UUID made from a name says of itself (version 8: a way of our own).
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** What stands for a carrier's name of a message or of who wrote it where it is kept on after the message was written: such names hold numbers. */
export const keptName = (name: string): string => createHash('sha256').update(name).digest('base64url');
