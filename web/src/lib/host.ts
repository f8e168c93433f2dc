// Whose table it is, as far as anybody can tell: whoever has opened it sits first.
import type { Room } from './types';

export const hostOf = (room: Room): string => room.seats.find((seat) => seat.kind === 'human')?.name ?? '';
