/**
 * Copies a string; returns whether the browser allowed it. An insecure page has no
 * clipboard.
 */
export async function copied(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
