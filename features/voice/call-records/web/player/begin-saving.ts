/** The browser saves it as it comes; a long recording never stands in the page's memory. */
export function beginSaving(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
