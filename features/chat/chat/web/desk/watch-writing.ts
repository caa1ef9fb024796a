/** Tells when the person writes, in whatever field of the page; the answer stops it. */
export function watchWriting(wrote: () => void): () => void {
  document.addEventListener('input', wrote, { capture: true });
  return () => document.removeEventListener('input', wrote, { capture: true });
}
