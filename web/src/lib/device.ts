// The secret of this device, if it belongs to a person. It goes to this server alone, never into an address.
const KEY = 'rollplayer.device';

/** Bytes in letters that need no escaping. */
export const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** 256 bits as text. Made here: the server keeps only their hash. */
export function newSecret(): string {
  return toText(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

export function deviceSecret(): string {
  if (__OFFLINE__) return '';
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // storage is forbidden: nobody is known again here
  }
}

/** Whether it could be kept; without a place for it nobody can be known again. */
export function keepSecret(secret: string): boolean {
  try {
    if (secret) localStorage.setItem(KEY, secret);
    else localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}

/** What a person calls this device, until they see it in their list: the browser and the system. */
export function deviceName(agent = navigator.userAgent): string {
  const browser = [
    ['Edg', 'Edge'],
    ['OPR', 'Opera'],
    ['Firefox', 'Firefox'],
    ['FxiOS', 'Firefox'],
    ['Chrome', 'Chrome'],
    ['CriOS', 'Chrome'],
    ['Safari', 'Safari'],
  ].find(([mark]) => agent.includes(mark!))?.[1];
  const system = [
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Windows', 'Windows'],
    ['Mac OS', 'macOS'],
    ['Linux', 'Linux'],
  ].find(([mark]) => agent.includes(mark!))?.[1];
  return [browser, system].filter(Boolean).join(' · ');
}
