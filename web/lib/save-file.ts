export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser starts the download after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
