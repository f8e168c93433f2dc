// Passing something on: by the sheet of the system where there is one, otherwise by the clipboard.

export type Shared = 'shared' | 'copied' | 'failed' | 'stopped';

export async function share(what: { title: string; text?: string; url: string }): Promise<Shared> {
  if (navigator.share) {
    try {
      await navigator.share(what);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'stopped';
      // The sheet is forbidden here, as in frames: the clipboard may not be.
    }
  }
  return copy(what.text ? `${what.text} ${what.url}` : what.url);
}

export async function copy(text: string): Promise<Shared> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed'; // whoever asked shows the address to copy by hand
  }
}
