// Where a person is told of their turns, and when. Loaded with the page that shows it.
import { me } from './person.svelte';
import { useMoreTexts } from './i18n.svelte';
import type { AddChannel, ChangeTimes, Notices } from './types';

export const useNoticeTexts = (): Promise<void> =>
  useMoreTexts({
    en: () => import('../../../src/rollplayer/locale/en/notices.json'),
    de: () => import('../../../src/rollplayer/locale/de/notices.json'),
    fr: () => import('../../../src/rollplayer/locale/fr/notices.json'),
  });

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
/** 7:05 is minute 425 of a day. */
export const toMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const toTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

export const getNotices = (): Promise<Notices> => me.ask<Notices>('GET', '/notices');
const post = (path: string, body: object): Promise<Notices> =>
  me.ask<Notices>('POST', `/notices${path}`, body);
export const addChannel = (channel: AddChannel): Promise<Notices> => post('', channel);
export const setDigest = (id: string, digest: boolean): Promise<Notices> => post('/change', { id, digest });
export const setTimes = (times: ChangeTimes): Promise<Notices> => post('/times', times);

export async function removeChannel(id: string, isThis: boolean): Promise<Notices> {
  if (isThis) await (await subscription())?.unsubscribe();
  return post('/remove', { id });
}

/** Whether this browser can be told anything by a server. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const subscription = async (): Promise<PushSubscription | null> =>
  canPush() ? (await navigator.serviceWorker.ready).pushManager.getSubscription() : null;

/** Asks the reader, then the browser, then the server; null if the reader does not want it. */
export async function subscribe(key: string): Promise<Notices | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return addChannel({
    kind: 'push',
    address: endpoint!,
    keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! },
  });
}
