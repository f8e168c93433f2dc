import { expect, test } from 'vitest';
import { qrCode, qrPath } from '../src/lib/qr';

const rows = (text: string) => qrCode(text).map((row) => row.map(Number).join(''));

/** As the Python package qrcode 8.2 draws it, which shares nothing with ours. */
const LETTER = [
  '111111101001001111111',
  '100000101111101000001',
  '101110100010101011101',
  '101110101101101011101',
  '101110100111001011101',
  '100000100101101000001',
  '111111101010101111111',
  '000000001101100000000',
  '101101110011101001011',
  '010110010101111001000',
  '110011101101000001101',
  '101101000001001111100',
  '100111100100100100100',
  '000000001011001001001',
  '111111101001100101000',
  '100000101100000110110',
  '101110100110111110001',
  '101110101111001111110',
  '101110101010101100000',
  '100000100010010100101',
  '111111101000010010000',
];
/** Longer ones by the hash of their modules. */
const HASHES: [string, string][] = [
  ['http://127.0.0.1:8931/g/a249v7bp2ztcc5x7', '7f0b7787e7ba9b2c'],
  ['https://games.example.org/g/k7w3m5xq2v9t4b8n', '4cd091785bb300cc'],
  ['é'.repeat(19) + 'é', 'a5f83f2a403edc03'],
  ['x'.repeat(106) + 'y', '68d82756cfa8c8a6'],
  ['x'.repeat(122) + 'y', 'c2e46f8860ce6ec4'],
  ['x'.repeat(212) + 'y', '48680a032570e95d'],
];

test('a code is drawn as others draw it', () => {
  expect(rows('A')).toEqual(LETTER);
});

test.each(HASHES)('so is a longer one: %s', async (text, hash) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rows(text).join('')));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(hex.slice(0, 16)).toBe(hash);
});

test('what is too long is refused with the limit', () => {
  expect(() => qrCode('x'.repeat(214))).toThrow('213 bytes');
});

test('the path has a quiet zone of four modules', () => {
  expect(qrPath([[true]])).toBe('M4 4h1v1h-1z');
});
