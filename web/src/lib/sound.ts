// Small sounds made on the spot: no files to load. Off unless a reader asks for them.
import { settings } from './settings.svelte';
import type { GameEvent } from './types';

let context: AudioContext | null = null;

function knock(at: number, pitch: number, length: number, loud: number): void {
  if (!context) return;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

export function sound(events: GameEvent[]): void {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const { event } of events) {
    if (event === 'die-rolled' || event === 'die-rerolled')
      for (let i = 0; i < 4; i++) knock(now + i * 0.07, 190 + Math.random() * 160, 0.06, 0.16);
    else if (event === 'die-placed') knock(now, 150, 0.1, 0.2);
    else if (event === 'gold-gained' || event === 'gold-paid')
      for (let i = 0; i < 2; i++) knock(now + i * 0.08, 1700 + i * 500, 0.14, 0.07);
    else if (event === 'card-bought') knock(now, 420, 0.16, 0.1);
  }
}
