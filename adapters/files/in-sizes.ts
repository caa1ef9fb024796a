export interface Sized {
  piece: Buffer;
  isLast: boolean;
}

/** The same bytes in pieces of one size, the last as long as is left and told as the last; of nothing comes one that is empty. */
export async function* inSizes(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Sized> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of content) {
    // What is held goes only when more comes: it might have been the last.
    if (chunk.byteLength === 0) continue;
    held.push(chunk);
    heldBytes += chunk.byteLength;
    if (heldBytes <= size) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; all.length - at > size; at += size) yield { piece: all.subarray(at, at + size), isLast: false };
    held = [all.subarray(at)];
    heldBytes = all.length - at;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}
