// The latest Hunt, as the log tells it: its dice stay on the table until the next one begins.
import type { Entry } from './types';

export interface Hunt {
  key: string;
  seat: number;
  minion: string;
  faces: number[];
  total: number | null;
  text: string;
}

export function latestHunt(entries: Entry[]): Hunt | null {
  let hunt = null as Hunt | null;
  for (const entry of entries) {
    for (const event of entry.events ?? []) {
      if (event.event === 'hunt-begun')
        hunt = {
          key: String(entry.n),
          seat: event.seat ?? 0,
          minion: String(event['minion']),
          faces: [],
          total: null,
          text: '',
        };
      else if (event.event === 'monster-fought' || event.event === 'phase-began')
        hunt = hunt?.total === null && event.event === 'phase-began' ? hunt : null;
      else if (hunt && hunt.total === null) {
        if (event.event === 'minion-turned-up') hunt.minion = String(event['minion']);
        else if (event.event === 'combat-die-rolled') hunt.faces = [...hunt.faces, Number(event['face'])];
        else if (event.event === 'combat-die-rerolled') {
          const at = hunt.faces.indexOf(Number(event['from']));
          hunt.faces = hunt.faces.map((face, i) => (i === at ? Number(event['face']) : face));
        } else if (event.event === 'hunt-ended')
          Object.assign(hunt, { total: Number(event['total']), text: event.text });
      }
    }
  }
  return hunt;
}
