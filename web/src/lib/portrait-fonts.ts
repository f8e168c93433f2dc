// The fonts of the page as a style sheet that needs no files: a picture may load none.
import bold from '@fontsource/alegreya/files/alegreya-latin-700-normal.woff2?url';
import italic from '@fontsource/alegreya/files/alegreya-latin-400-italic.woff2?url';
import regular from '@fontsource/alegreya/files/alegreya-latin-400-normal.woff2?url';
import title from '@fontsource/cinzel/files/cinzel-latin-700-normal.woff2?url';

const FONTS: [string, string, string][] = [
  ['Cinzel', 'font-weight:700', title],
  ['Alegreya', 'font-weight:400', regular],
  ['Alegreya', 'font-weight:400;font-style:italic', italic],
  ['Alegreya', 'font-weight:700', bold],
];

async function inlined(address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:font/woff2;base64,${btoa(binary)}`;
}

export const fontFaces = async (): Promise<string> =>
  (
    await Promise.all(
      FONTS.map(
        async ([family, style, address]) =>
          `@font-face{font-family:${family};${style};src:url(${await inlined(address)}) format('woff2')}`,
      ),
    )
  ).join('');
