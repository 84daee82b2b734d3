/**
 * Copies a text; whether the browser has allowed it. A page that is not served securely has no
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
