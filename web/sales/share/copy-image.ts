/** Why an image was not copied. */
export type CopyFailure = 'unsupported' | 'refused' | 'not_loaded';

export const COPY_FAILURES: Record<CopyFailure, string> = {
  unsupported: 'This browser cannot copy images. Download the image instead.',
  refused: 'The browser did not allow it. Allow access to the clipboard, or download the image instead.',
  not_loaded: 'The image could not be loaded. Please try again in a moment.',
};

async function pictureAt(path: string): Promise<Blob> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The image has the status ${response.status}`);
  return response.blob();
}

/**
 * Copies a PNG of this site to the clipboard.
 *
 * @returns null when it was copied
 */
export async function copyImage(path: string): Promise<CopyFailure | null> {
  // Without https there is no clipboard, and some browsers have none for images.
  if (!navigator.clipboard?.write || typeof ClipboardItem === 'undefined') return 'unsupported';
  // The item takes a promise, so that the call is still part of the click for browsers that demand that.
  const picture = pictureAt(path);
  const isLoaded = picture.then(
    () => true,
    () => false,
  );
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return null;
  } catch {
    return (await isLoaded) ? 'refused' : 'not_loaded';
  }
}
