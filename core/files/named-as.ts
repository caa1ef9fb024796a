/** How files of a kind are called; the first is put behind a name that claims to be something else. */
const extensions: Record<string, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  // Text that programs open as text: a page or a script is none of these, whatever it is made of.
  'text/plain': ['txt', 'text', 'log', 'md', 'csv', 'tsv', 'json', 'ics', 'vcf', 'srt', 'vtt'],
};

/** The name with the extension of what the file is by its bytes, so that nobody opens a page as a picture. */
export function namedAs(name: string, mediaType: string): string {
  const known = extensions[mediaType];
  if (!known) return name;
  const claimed = /\.([^.]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  return claimed !== undefined && known.includes(claimed) ? name : `${name}.${known[0]}`;
}
